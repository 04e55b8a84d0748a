import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Encryptor } from '@latchkey/crypto';
import { messageContext, encryptMessage, type Message } from '@latchkey/message';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { linkOf, MailCatcher } from '../../../../test/support/mail-catcher.js';
import { MASTER_KEY, startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { QUEUE_BACKENDS, type QueueBackend } from '../../../../test/support/queue-backend.js';
import { Rows } from '../../../../test/support/rows.js';
import { TextReceiver } from '../../../../test/support/text-receiver.js';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const LINK = 'http://id.example.com/connect/magiclink?token=the-clear-token';
const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);

describe.each(QUEUE_BACKENDS)('with jobs on %s', (_backend, startBackend) => {
  let backend: QueueBackend;
  let database: TestDatabase;
  let rows: Rows;
  let mailCatcher: MailCatcher;
  let smsReceiver: TextReceiver;
  let workers: StartedManagement[];
  let domainId: string;
  let sub: string;

  beforeAll(async () => {
    [database, mailCatcher, smsReceiver] = await Promise.all([createTestDatabase(), MailCatcher.start(), TextReceiver.start()]);
    backend = await startBackend(database.url);
    rows = new Rows(database.url);
    const settings = {
      ...backend.settings,
      BOOTSTRAP_API_KEY: 'the-same-for-both',
      SMTP_URL: mailCatcher.url,
      MAIL_FROM: 'Example <no-reply@example.com>',
      SMS_PROVIDER: 'webhook',
      SMS_WEBHOOK_URL: smsReceiver.url,
      SMS_WEBHOOK_SECRET: 'a-secret',
    };
    // Two workers, to reveal whether one repeats the other's work.
    workers = [await startManagement(database.url, settings), await startManagement(database.url, settings)];
  });

  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all([mailCatcher.stop(), smsReceiver.stop(), rows.end()]);
    await backend.stop();
    await database.drop();
  });

  beforeEach(async () => {
    mailCatcher.answer(() => 'take');
    smsReceiver.answer(() => ({ status: 204 }));
    mailCatcher.mails.length = 0;
    domainId = await rows.domain();
    ({ sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId }));
  });

  afterEach(() => rows.query('DELETE FROM message').then(() => undefined));

  interface InsertedMessage {
    id: string;
    to: string;
  }

  /** Writes a message as the auth server does. */
  async function insertMessage(
    channel: 'email' | 'sms',
    traceparent: string | null = null,
    more: Partial<Message> = {},
  ): Promise<InsertedMessage> {
    const [id, to] = [randomUUID(), newAddress(channel)];
    const content = { kind: 'sign-in-link', link: LINK, minutes: 10 } as const;
    const message: Message = { to, name: 'Ada', language: 'en', place: 'id.example.com', content, ...more };
    const encrypted = encryptMessage(encryptor, message, messageContext(domainId, id));
    const expires_at = new Date(Date.now() + 600_000);
    await rows.insert('message', { domain_id: domainId, id, sub, channel, encrypted, expires_at, traceparent });
    return { id, to };
  }

  let addresses = 0;
  function newAddress(channel: 'email' | 'sms'): string {
    addresses += 1;
    return channel === 'email' ? `person-${addresses}@example.net` : `+4915${String(addresses).padStart(9, '0')}`;
  }

  function waitForState({ id }: InsertedMessage, state: string): Promise<unknown> {
    const find = async () => (await rows.query('SELECT state, attempts, encrypted FROM message WHERE id = $1', [id]))[0];
    return eventually(async () => ((await find())?.['state'] === state ? find() : null), { timeoutMs: 25_000 });
  }

  /** Makes postponed messages due now. A message that is being sent keeps its lease of a minute. @returns their ids */
  async function skipDelays(): Promise<string[]> {
    const postponed = await rows.query<{ id: string }>(
      `UPDATE message SET next_attempt_at = now() WHERE state = 'waiting' AND next_attempt_at - now() BETWEEN '0.1 seconds' AND '30 seconds'
       RETURNING id`,
    );
    return postponed.map(({ id }) => id);
  }

  /** Waits until an attempt has failed and the next one is postponed, and makes that one due. */
  async function skipDelay({ id }: InsertedMessage): Promise<void> {
    await eventually(async () => (await skipDelays()).includes(id), { timeoutMs: 25_000 });
  }

  describe('message delivery', () => {
    it('sends a mail within seconds, once, and deletes its content', async () => {
      const written = await insertMessage('email');

      const { text, subject } = await mailCatcher.to(written.to);

      expect(linkOf({ text: text! })).toBe(LINK);
      expect(subject).toBe('Sign in to id.example.com');
      expect(await waitForState(written, 'sent')).toEqual({ state: 'sent', attempts: 1, encrypted: null });
      expect(mailCatcher.mails).toHaveLength(1);
    });

    it.each<[string, Message['content']]>([
      ['E-Mail-Adresse für id.example.com bestätigen', { kind: 'email-confirmation', link: LINK, minutes: 30 }],
      ['Die E-Mail-Adresse Ihres Kontos wurde geändert', { kind: 'email-changed', link: LINK, days: 3 }],
      ['Ein neuer Browser hat sich in Ihrem Konto angemeldet', { kind: 'notice', notice: 'new-device', account: LINK }],
    ])('sends “%s” with its link, and with device, address and time of the request', async (expected, content) => {
      const request = { at: '2026-11-28T14:32:00Z', device: 'Safari, macOS', address: '203.0.113.77', application: null };
      const written = await insertMessage('email', null, { language: 'de', content, request });

      const { text, html, subject } = await mailCatcher.to(written.to);

      expect(subject).toBe(expected);
      expect(linkOf({ text: text! })).toBe(LINK);
      for (const part of [text, html]) {
        expect(part).toContain('Safari, macOS');
        expect(part).toContain('203.0.113.77');
        expect(part).toContain('28. November 2026 um 14:32 UTC');
      }
    });

    it('sends a text message in the trace of the request that caused it', async () => {
      const written = await insertMessage('sms', TRACEPARENT);

      await waitForState(written, 'sent');

      expect(smsReceiver.taken.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { id: written.id, to: written.to, text: expect.stringContaining(LINK) },
      ]);
      expect(smsReceiver.taken[0]!.headers['traceparent']).toBe(TRACEPARENT);
    });

    it('retries if the server temporarily rejects a message', async () => {
      mailCatcher.answer((attempt) => (attempt === 1 ? { code: 451, text: 'later' } : 'take'));
      const written = await insertMessage('email');
      await skipDelay(written);

      expect(await waitForState(written, 'sent')).toMatchObject({ attempts: 2 });
      expect(mailCatcher.mails).toHaveLength(1);
    });

    it('does not retry if the server permanently rejects a message', async () => {
      mailCatcher.answer(() => ({ code: 550, text: 'no such person' }));
      const written = await insertMessage('email');

      expect(await waitForState(written, 'failed')).toEqual({ state: 'failed', attempts: 1, encrypted: null });
    });

    it('does not send an expired message', async () => {
      smsReceiver.answer(() => ({ status: 503 }));
      const written = await insertMessage('sms');
      await eventually(() => smsReceiver.requests.length === 1);
      await rows.query('UPDATE message SET expires_at = now() WHERE id = $1', [written.id]);

      expect(await waitForState(written, 'expired')).toMatchObject({ encrypted: null });
      smsReceiver.answer(() => ({ status: 204 }));
      // The worker takes the next message, so it has skipped the expired one.
      await waitForState(await insertMessage('sms'), 'sent');

      expect(smsReceiver.requests).toHaveLength(1);
    });

    it('is not blocked by a message that cannot be decrypted', async () => {
      const id = randomUUID();
      await rows.insert('message', {
        domain_id: domainId,
        id,
        sub,
        encrypted: Buffer.alloc(64),
        expires_at: new Date(Date.now() + 60_000),
      });

      await waitForState(await insertMessage('email'), 'sent');

      expect((await rows.query('SELECT state FROM message WHERE id = $1', [id]))[0]).toEqual({ state: 'waiting' });
    });

    it('does not send a message of a deleted domain', async () => {
      await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]);
      const written = await insertMessage('email');

      await eventually(async () => (await rows.count('domain', `id = '${domainId}'`)) === 0);

      expect(mailCatcher.mails.filter(({ recipients }) => recipients.includes(written.to))).toEqual([]);
      expect(await rows.count('message', `id = '${written.id}'`)).toBe(0);
    });
  });

  describe('delivery of many messages', () => {
    it('succeeds although one in twenty responses is an error, some are late, and some connections break', async () => {
      smsReceiver.answer((attempt) => {
        if (attempt % 20 === 0) return { status: attempt % 40 === 0 ? 500 : 429, headers: { 'Retry-After': '1' } };
        return attempt % 33 === 0 ? 'hang-up' : { status: 200 };
      });
      const written = await Promise.all(Array.from({ length: 120 }, () => insertMessage('sms')));

      const areSent = async () => {
        await skipDelays();
        return (await rows.count('message', `state = 'sent'`)) === written.length;
      };
      await eventually(areSent, { timeoutMs: 25_000 });

      const ids = smsReceiver.taken.map(({ body }) => (JSON.parse(body) as InsertedMessage).id);
      expect(ids.toSorted()).toEqual(written.map(({ id }) => id).toSorted());
    });

    it('sends messages whose confirmation was lost again, with the same id', async () => {
      smsReceiver.answer((attempt) => (attempt === 1 ? 'take-then-hang-up' : { status: 200 }));
      const written = await insertMessage('sms');
      await skipDelay(written);

      await waitForState(written, 'sent');

      expect(smsReceiver.taken.map(({ headers }) => headers['idempotency-key'])).toEqual([`"${written.id}"`, `"${written.id}"`]);
    });
  });

  describe('metric of delivery attempts', () => {
    it('counts each attempt by its channel and outcome', async () => {
      const counts = () => Promise.all(['sent', 'failed', 'refused'].map((outcome) => countAttempts('email', outcome)));
      const [sent = 0, failed = 0, refused = 0] = await counts();
      mailCatcher.answer((attempt) => (attempt === 1 ? { code: 451, text: 'later' } : 'take'));
      const written = await insertMessage('email');
      await skipDelay(written);
      await waitForState(written, 'sent');
      mailCatcher.answer(() => ({ code: 550, text: 'no such person' }));
      await waitForState(await insertMessage('email'), 'failed');

      const expected = [sent + 1, failed + 1, refused + 1];
      // The row changes before the count.
      await eventually(async () => (await counts()).join() === expected.join()).catch(() => undefined);
      expect(await counts()).toEqual(expected);
    });

    async function countAttempts(channel: string, outcome: string): Promise<number> {
      const pages = await Promise.all(workers.map((worker) => worker.send('/metrics')));
      const line = new RegExp(`^latchkey_message_attempts_total\\{channel="${channel}",outcome="${outcome}"\\} (\\d+)$`, 'm');
      return pages.reduce((sum, { text }) => sum + Number(line.exec(text)?.[1] ?? 0), 0);
    }
  });

  describe('log of the workers', () => {
    it('contains neither addresses nor tokens, but the reason of a failure', async () => {
      mailCatcher.answer(() => ({ code: 550, text: 'no such person: person@example.net' }));
      await waitForState(await insertMessage('email'), 'failed');
      smsReceiver.answer((attempt) => ({ status: attempt === 1 ? 500 : 200 }));
      const written = await insertMessage('sms');
      await skipDelay(written);
      await waitForState(written, 'sent');

      await eventually(() =>
        workers.some(({ events }) => events.some(({ msg, reason }) => msg === 'message not sent' && reason === 'smtp 550')),
      );

      const logs = workers.map(({ log }) => log).join('\n');
      expect(logs).not.toMatch(/the-clear-token|person-\d+@|@example\.net|\+4915|\bAda\b/);
    });
  });
});
