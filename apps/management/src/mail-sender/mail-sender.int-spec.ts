import { createHash, createVerify, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Encryptor } from '@latchkey/crypto';
import { encryptMessage, messageContext, type Message } from '@latchkey/message';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { DnsLab } from '../../../../test/support/dns-lab/dns-lab.js';
import { MailCatcher, type CaughtMail } from '../../../../test/support/mail-catcher.js';
import { MASTER_KEY, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import type { SenderReport } from './sender-report.service.js';

const CONTENT = { kind: 'sign-in-link', link: 'https://id.example.com/connect/magiclink?token=abc', minutes: 10 } as const;

let lab: DnsLab;
let database: TestDatabase;
let catcher: MailCatcher;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
let domain: string;
let path: string;

beforeAll(async () => {
  [lab, database, catcher] = await Promise.all([
    DnsLab.start([
      { name: 'mail.test', servers: ['ns1'], records: ['@ TXT "v=spf1 ip4:127.0.0.1 -all"'] },
      { name: 'acme.test', servers: ['ns1'], records: ['@ A 192.0.2.1'] },
    ]),
    createTestDatabase(),
    MailCatcher.start(),
  ]);
  rows = new Rows(database.url);
  management = await startManagement(database.url, {
    ...lab.settings,
    RATE_LIMIT: 'off',
    SMTP_URL: catcher.url,
    MAIL_FROM: 'Latchkey <no-reply@mail.test>',
  });
  caller = management.as((await createSubscription(database.url)).apiKey);
  domain = await caller.registerDomain();
  path = `/v1/domain/${domain}/mail-sender`;
});

afterAll(async () => {
  await management.stop();
  await Promise.all([catcher.stop(), rows.end(), lab.stop()]);
  await database.drop();
});

let sent = 0;

/** Queues a mail to a user of the domain, as the auth server does. @returns the mail as it arrived */
async function receive(): Promise<CaughtMail> {
  const [row] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: row!.id });
  const id = randomUUID();
  const to = `person-${(sent += 1)}@example.net`;
  const message: Message = { to, name: 'Ada', language: 'en', place: domain, content: CONTENT };
  const encrypted = encryptMessage(new Encryptor([Buffer.from(MASTER_KEY, 'base64')]), message, messageContext(row!.id, id));
  await rows.insert('message', { domain_id: row!.id, id, sub, channel: 'email', encrypted, expires_at: new Date(Date.now() + 600_000) });
  return catcher.to(to);
}

async function verify(): Promise<SenderReport> {
  const { status, json, text } = await caller.post(`${path}/verify`);
  if (status !== 200) throw new Error(text);
  return json as SenderReport;
}

/** Publishes records in the zone of the address. */
async function publish(records: SenderReport['records'], without?: string): Promise<void> {
  const lines = records
    .filter(({ purpose }) => purpose !== without)
    .map(({ name, value }) => `${name}. TXT ${(value.match(/.{1,200}/g) ?? []).map((part) => `"${part}"`).join(' ')}`);
  await lab.change('acme.test', ['@ A 192.0.2.1', ...lines]);
}

const ageCheck = () => rows.query(`UPDATE mail_sender SET checked_at = now() - interval '2 hours'`);

/** Verifies a signature with relaxed canonicalization: RFC 6376 section 6.1. */
function isSignedBy(raw: string, publicKey: string): boolean {
  const [head = '', body = ''] = raw.replaceAll(/\r?\n/g, '\r\n').split(/\r\n\r\n([\s\S]*)/);
  const fields = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const relax = (field: string) =>
    field
      .replace(/^([^:]+?)\s*:\s*/, (_all, name: string) => `${name.toLowerCase()}:`)
      .replaceAll(/[ \t]+/g, ' ')
      .trim();
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))!;
  const tag = (name: string) => new RegExp(`[:;]\\s*${name}=([^;]*)`).exec(signature)![1]!.replaceAll(/\s/g, '');
  const relaxedBody = body
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  if (createHash('sha256').update(relaxedBody).digest('base64') !== tag('bh')) return false;
  const signed = tag('h')
    .split(':')
    .map((name) => fields.findLast((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)));
  const input = [...signed.flatMap((field) => (field ? [relax(field)] : [])), relax(signature).replace(/\bb=[^;]*$/, 'b=')].join('\r\n');
  const key = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`;
  return createVerify('sha256').update(input).verify(key, tag('b'), 'base64');
}

describe('the sender of mails', () => {
  it('is that of the installation, with the name of the branding if there is one', async () => {
    expect(await caller.get(path)).toMatchObject({ status: 200, json: { name: null, address: null } });
    expect((await receive()).from).toEqual({ name: 'Latchkey', address: 'no-reply@mail.test' });

    await caller.put(`/v1/domain/${domain}/branding`, { name: 'Acme "Bank"' });
    expect((await receive()).from).toEqual({ name: 'Acme "Bank"', address: 'no-reply@mail.test' });
    expect(await verify()).toEqual({ from: 'Acme "Bank" <no-reply@mail.test>', verified: false, records: [], problems: [] });
  });

  it('is the own address from when its records are right until they are wrong, with a signature', async () => {
    expect(await caller.put(path, { name: 'Acme', address: 'No-Reply@ACME.test' })).toMatchObject({ status: 204, text: '' });
    expect((await caller.get(path)).json).toEqual({ name: 'Acme', address: 'No-Reply@acme.test' });

    const before = await verify();
    expect(before).toMatchObject({ from: 'Acme <no-reply@mail.test>', verified: false });
    expect(before.problems.map(({ code }) => code)).toEqual(['dkim-missing', 'spf-missing', 'dmarc-missing']);
    const unsigned = await receive();
    expect(unsigned.from).toEqual({ name: 'Acme', address: 'no-reply@mail.test' });
    expect(unsigned.raw).not.toMatch(/^DKIM-Signature:/im);

    await publish(before.records);
    const after = { from: 'Acme <No-Reply@acme.test>', verified: true, records: before.records, problems: [] };
    // The resolver keeps what it knows for a second.
    expect(await eventually(async () => ((report) => (report.problems.length === 0 ? report : null))(await verify()))).toEqual(after);
    const signed = await receive();
    expect(signed).toMatchObject({
      from: { name: 'Acme', address: 'No-Reply@acme.test' },
      messageId: expect.stringMatching(/^<[\w-]+@acme\.test>$/),
    });
    const [dkim] = before.records;
    const publicKey = dkim!.value.split('p=')[1]!;
    expect(signed.raw).toContain(`d=acme.test`);
    expect(isSignedBy(signed.raw, publicKey)).toBe(true);
    expect(isSignedBy(signed.raw.replace('Hello Ada', 'Hello Eve'), publicKey)).toBe(false);

    await publish(before.records, 'SPF');
    const fallBack = async () => {
      await ageCheck();
      return (await receive()).from?.address === 'no-reply@mail.test' ? true : null;
    };
    expect(await eventually(fallBack)).toBe(true);
    expect((await verify()).problems.map(({ code }) => code)).toEqual(['spf-missing']);

    const { json } = await caller.get(`/v1/domain/${domain}/log?type=mail_sender.*`);
    expect((json as { type: string; data: unknown }[]).map(({ type, data }) => [type, data])).toEqual([
      ['mail_sender.unverified', {}],
      ['mail_sender.verified', {}],
      ['mail_sender.updated', { changed: ['name', 'address'] }],
    ]);
  });

  it('keeps its key and its verification when only the name changes, and gets a new key with a new address', async () => {
    const keyOf = async () => (await verify()).records[0]!;
    const first = await keyOf();
    await publish((await verify()).records);
    // The resolver keeps the records of the test before for a second.
    await eventually(async () => ((await verify()).verified ? true : null));

    await caller.put(path, { name: 'Acme Inc.', address: 'No-Reply@acme.test' });
    expect((await receive()).from).toEqual({ name: 'Acme Inc.', address: 'No-Reply@acme.test' });
    await caller.put(path, { name: 'Acme Inc.', address: 'other@acme.test' });
    expect((await receive()).from?.address).toBe('no-reply@mail.test');
    expect(await keyOf()).not.toEqual(first);

    await caller.put(path, {});
    expect(await rows.count('mail_sender')).toBe(0);
    expect((await receive()).from).toEqual({ name: 'Acme "Bank"', address: 'no-reply@mail.test' });
  });

  it.each([
    [{ name: 'Acme\r\nBcc: eve@example.com' }, '/name', /visible characters/],
    [{ name: 'support@bank.example' }, '/name', /^must not contain @/],
    [{ name: 'Acme <a' }, '/name', /^must not contain @/],
    [{ name: '' }, '/name', /^must be 1 to 60/],
    [{ address: 'nobody' }, '/address', /^must be an email address/],
    [{ address: 'a@b.example\r\nBcc: eve@example.com' }, '/address', /^must be /],
    [{ address: 'a@[192.0.2.1]' }, '/address', /^must be /],
    [{ address: 'a@localhost' }, '/address', /^must be /],
    [{ address: 'jané@b.example' }, '/address', /^must be /],
    [{ colour: 1 }, '/colour', /^is not a property/],
  ])('rejects %j with a pointer, and changes nothing', async (change, pointer, detail) => {
    const { status, json } = await caller.put(path, { name: 'Good', ...change });

    expect({ status, errors: (json as { errors: unknown }).errors }).toEqual({
      status: 400,
      errors: [{ pointer, detail: expect.stringMatching(detail) }],
    });
    expect((await caller.get(path)).json).toEqual({ name: null, address: null });
  });

  it.each([
    'Acme\r\nBcc: eve@example.com',
    '"><Eve> <eve@example.com>',
    'Eve <eve@example.com>, Acme',
    '=?utf-8?q?=0d=0aBcc=3a_eve=40x=2eexample?=',
  ])('cannot get a header by the stored name %j', async (name) => {
    await rows.query(`UPDATE branding SET name = $1`, [name]);

    const { from, headers, recipients } = await receive();

    expect([from?.address, recipients.length]).toEqual(['no-reply@mail.test', 1]);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
  });
});
