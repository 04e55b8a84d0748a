import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Encryptor } from '@latchkey/crypto';
import { messageContext, encryptMessage, type Message } from '@latchkey/message';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import {
  MASTER_KEY,
  PRODUCTION_SETTINGS,
  startManagement,
  type Caller,
  type StartedManagement,
} from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' };

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let otherReplicas: StartedManagement[];
let caller: Caller;
let otherSubscription: Caller;
let domain: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url, { BOOTSTRAP_API_KEY: 'the-same-for-all-three-of-them-here' });
  const outboxOffSettings = { WORKER: 'off', BOOTSTRAP_API_KEY: 'the-same-for-all-three-of-them-here', ...MAIL };
  otherReplicas = await Promise.all([
    startManagement(database.url, outboxOffSettings),
    startManagement(database.url, { ...outboxOffSettings, ...PRODUCTION_SETTINGS }),
  ]);
  caller = management.as((await createSubscription(database.url)).apiKey);
  otherSubscription = management.as((await createSubscription(database.url)).apiKey);
  domain = await caller.registerDomain();
});

afterAll(async () => {
  await Promise.all([management, ...otherReplicas].map((each) => each.stop()));
  await rows.end();
  await database.drop();
});

const LINK = { kind: 'sign-in-link', link: 'http://id.example.com/connect/magiclink?token=abc', minutes: 10 } as const;

async function insertMessage(channel: 'email' | 'sms', to: string, lifetime = 600): Promise<void> {
  const [row] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: row!.id });
  const id = randomUUID();
  const message: Message = { to, name: null, language: 'en', place: domain, content: LINK };
  const encrypted = encryptMessage(encryptor, message, messageContext(row!.id, id));
  await rows.insert('message', { domain_id: row!.id, id, sub, channel, encrypted, expires_at: new Date(Date.now() + lifetime * 1_000) });
}

describe('development outbox', () => {
  it("lists the messages of the caller's domains, newest first", async () => {
    await insertMessage('email', 'ada@example.com');
    await insertMessage('sms', '+4915112345678', -60);

    const { status, json, headers } = await caller.get('/dev/outbox');

    expect({ status, json }).toEqual({
      status: 200,
      json: [
        {
          channel: 'sms',
          to: '+4915112345678',
          subject: null,
          text: expect.stringContaining(LINK.link),
          link: LINK.link,
          createdAt: expect.any(String),
        },
        {
          channel: 'email',
          to: 'ada@example.com',
          subject: `Sign in to ${domain}`,
          text: expect.stringContaining(LINK.link),
          link: LINK.link,
          createdAt: expect.any(String),
        },
      ],
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await otherSubscription.get('/dev/outbox')).toMatchObject({ status: 200, json: [] });
  });

  it('rejects a key that may not do everything, because its links sign users in', async () => {
    const key = await createSubscription(database.url);
    await rows.query(`UPDATE api_key SET permissions = '{user:write,domain:read}' WHERE subscription_id = $1`, [key.id]);

    expect(await management.as(key.apiKey).get('/dev/outbox')).toMatchObject({
      status: 403,
      json: { type: '/problems/permission-denied' },
    });
    expect(await management.as(key.apiKey).get('/v1/domain')).toMatchObject({ status: 200, json: [] });
  });

  it.each([{}, { 'x-api-key': 'not-one' }])('rejects %j', async (headers) => {
    expect(await management.send('/dev/outbox', { headers })).toMatchObject({ status: 401, json: { type: '/problems/unauthenticated' } });
  });

  it.each([
    ['where mail is sent', 0],
    ['in production', 1],
  ])('does not exist %s', async (_where, index) => {
    const answer = await otherReplicas[index]!.as(caller.apiKey).get('/dev/outbox');

    expect(answer).toMatchObject({ status: 404, json: { type: '/problems/not-found' } });
  });

  it('is not part of the API', async () => {
    expect((await management.send('/openapi.json')).text).not.toContain('outbox');
  });
});
