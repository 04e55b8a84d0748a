import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TextReceiver, type Behavior } from '../../../../../test/support/text-receiver.js';
import type { TextSender } from './text-sender.js';
import { TwilioSender } from './twilio.sender.js';
import { WebhookSender } from './webhook.sender.js';

const MESSAGE = { id: '0b2c', to: '+4915112345678', text: 'Connexion à é & + =: https://id.example.com/?a=b' };
const TIMEOUT = 2_000;

let receiver: TextReceiver;
let twilio: TextSender;
let webhook: TextSender;

beforeAll(async () => {
  receiver = await TextReceiver.start();
  const account = { accountSid: 'AC123', authToken: 'a-token', from: '+15005550006' };
  twilio = new TwilioSender({ ...account, api: receiver.url, timeout: TIMEOUT });
  webhook = new WebhookSender({ url: `${receiver.url}/sms?from=us`, secret: 'a-secret', timeout: TIMEOUT });
});

afterAll(() => receiver.stop());

beforeEach(() => receiver.answer(() => ({ status: 201 })));

describe('sending text messages', () => {
  it('sends to Twilio as its API documents', async () => {
    await twilio.send(MESSAGE);

    const [{ path, headers, body }] = receiver.taken as [(typeof receiver.taken)[0]];
    expect(path).toBe('/2010-04-01/Accounts/AC123/Messages.json');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('AC123:a-token').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ To: MESSAGE.to, From: '+15005550006', Body: MESSAGE.text });
  });

  it('accepts a messaging service of Twilio as sender', async () => {
    const from = 'MG0123456789abcdef0123456789abcdef';
    await new TwilioSender({ accountSid: 'AC123', authToken: 'a-token', from, api: receiver.url }).send(MESSAGE);

    expect(new URLSearchParams(receiver.taken[0]!.body).get('MessagingServiceSid')).toBe(from);
  });

  it('posts to a webhook, with a signature that covers the time', async () => {
    await webhook.send(MESSAGE);

    const [{ path, headers, body }] = receiver.taken as [(typeof receiver.taken)[0]];
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-latchkey-signature'] as string) ?? [];
    expect(path).toBe('/sms?from=us');
    expect(JSON.parse(body)).toEqual(MESSAGE);
    expect(headers['idempotency-key']).toBe('"0b2c"');
    expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(10);
    expect(signature).toBe(createHmac('sha256', 'a-secret').update(`${time}.${body}`).digest('hex'));
  });
});

describe('rejected text messages', () => {
  const senders: [string, () => TextSender][] = [
    ['Twilio', () => twilio],
    ['the webhook', () => webhook],
  ];
  const conducts: [Behavior, Record<string, unknown>][] = [
    [{ status: 400 }, { message: 'http 400', permanent: true }],
    [{ status: 401 }, { message: 'http 401', permanent: true }],
    [{ status: 404 }, { message: 'http 404', permanent: true }],
    [
      { status: 302, headers: { Location: 'http://127.0.0.1:1/' } },
      { message: 'http 302', permanent: true },
    ],
    [{ status: 408 }, { permanent: false }],
    [
      { status: 429, headers: { 'Retry-After': '17' } },
      { message: 'http 429', permanent: false, retryAfter: 17 },
    ],
    [
      { status: 429, headers: { 'Retry-After': '99999' } },
      { permanent: false, retryAfter: 300 },
    ],
    [
      { status: 429, headers: { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' } },
      { permanent: false, retryAfter: 0 },
    ],
    [{ status: 500 }, { permanent: false }],
    [{ status: 503 }, { permanent: false }],
    ['take-then-hang', { message: 'timeout', permanent: false }],
    ['hang-up', { permanent: false }],
  ];

  it.each(senders.flatMap(([name, sender]) => conducts.map((conduct) => [name, ...conduct, sender] as const)))(
    'by %s, with %j, reports: %j',
    async (_name, conduct, failure, sender) => {
      receiver.answer(() => conduct);

      const thrown = await sender()
        .send(MESSAGE)
        .catch((error: unknown) => error);

      expect(thrown).toMatchObject({ name: 'DeliveryFailure', ...failure });
      expect(`${String(thrown)} ${JSON.stringify(thrown)} ${String((thrown as Error).cause)}`).not.toMatch(
        /4915|example|not repeated|a-token|a-secret/,
      );
    },
  );
});
