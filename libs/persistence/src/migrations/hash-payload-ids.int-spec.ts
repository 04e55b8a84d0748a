import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { hashOf, Rows } from '../../../../test/support/rows.js';
import { createDataSource } from '../connection/data-source.fixture.js';
import { Database } from '../connection/database.js';
import { migrate } from '../migrate.js';
import { OidcPayloadRepository } from '../oidc-payload/oidc-payload.repository.js';
import type { StoredPayload } from '../oidc-payload/payload.js';
import { HashPayloadIds1795141500000 } from './1795141500000-hash-payload-ids.js';
import { migrations } from './index.js';

let database: TestDatabase;
let rows: Rows;
let source: ReturnType<typeof createDataSource>;
let domainId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  source = await createDataSource({ url: database.url, poolSize: 2, ...TEST_TIMEOUTS }).initialize();
  for (let left = migrations.length; left > migrations.indexOf(HashPayloadIds1795141500000); left -= 1) await source.undoLastMigration();
  domainId = await rows.domain();
});

afterEach(async () => {
  await source.destroy();
  await rows.end();
  await database.drop();
});

/** A record as the previous release has written it. */
async function store(model: string, id: string, payload: StoredPayload): Promise<void> {
  await rows.query(
    `INSERT INTO oidc_payload (domain_id, model, id, payload, uid, expires_at) VALUES ($1, $2, $3, $4::json, $5, now() + interval '1 hour')`,
    [domainId, model, id, JSON.stringify({ ...payload, jti: id, kind: model }), payload['uid'] ?? null],
  );
}

const stored = async () =>
  (await rows.query<{ text: string }>('SELECT stored::text AS text FROM oidc_payload AS stored')).map(({ text }) => text);

it('keeps valid records valid, and leaves no id in plain text', async () => {
  const text = 'a\0b\ud800"jti":"mine","cookie":"theirs"';
  const used = { params: { state: text }, session: { uid: 'a-uid', cookie: 'the-session' }, returnTo: '/connect/authorize/interaction' };
  await store('Session', 'the-session', { uid: 'a-uid', accountId: 'somebody' });
  await store('RefreshToken', 'the-token', { grantId: 'g', nonce: text });
  await store('PushedAuthorizationRequest', 'opened-request', {});
  await store('PushedAuthorizationRequest', 'fresh-request', { request: 'a.b.' });
  await store('Interaction', 'interaction', { ...used, parJti: 'opened-request' });
  const ids = /the-session|the-token|opened-request|fresh-request/;
  const before = (await stored()).filter((row) => ids.test(row)).length;

  await migrate(database.url);

  const payloads = new OidcPayloadRepository(new Database(source));
  const find = (model: string, id: string) => payloads.find({ domainId, model, hash: hashOf(id) });
  expect([before, (await stored()).filter((row) => ids.test(row))]).toEqual([5, []]);
  expect(await payloads.findByUid({ domainId, model: 'Session', uid: 'a-uid' })).toMatchObject({ accountId: 'somebody' });
  expect(await find('Session', 'the-session')).toMatchObject({ uid: 'a-uid', accountId: 'somebody' });
  expect(await find('RefreshToken', 'the-token')).toEqual({ grantId: 'g', nonce: text, jti: '', kind: 'RefreshToken' });
  expect(await payloads.consume({ domainId, model: 'RefreshToken', hash: hashOf('the-token') })).toBe(true);
  expect(await find('Interaction', 'interaction')).toMatchObject({ ...used, session: { uid: 'a-uid', cookie: null }, parJti: null });
  expect(await find('PushedAuthorizationRequest', 'fresh-request')).toMatchObject({ request: 'a.b.' });
  // The interaction no longer knows it and could not consume it later, so the migration consumes it.
  expect(await find('PushedAuthorizationRequest', 'opened-request')).toBeUndefined();
});
