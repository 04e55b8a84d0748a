import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOf, type Row, type Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { SignInProgressRepository } from '../sign-in-progress/sign-in-progress.repository.js';
import { OidcPayloadRepository } from './oidc-payload.repository.js';
import type { StoredPayload } from './payload.js';

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let payloads: OidcPayloadRepository;
let domainId: string;
let sub: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  payloads = new OidcPayloadRepository(database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
  sub = (await rows.insert<Row & { sub: string }>('end_user', { domain_id: domainId })).sub;
  await putSession(0);
});

const put = (model: string, id: string, payload: StoredPayload) =>
  payloads.put({ domainId, model, hash: hashOf(id) }, { accountId: sub, ...payload }, 60);
const putSession = (epoch: number, uid = 'u1') => put('Session', uid, { uid, epoch });
/** A grant of a session. With offline access, it does not end with the session. */
const putGrant = (epoch: number, more: StoredPayload = { sessionUid: 'u1' }) =>
  put('Grant', 'Grant', { grantId: 'Grant', givenIn: 'u1', epoch, ...more });
/** An authorization stores the session with the grant and a code. */
const putAuthorization = (epoch: number, more: StoredPayload = { sessionUid: 'u1' }, uid = 'u1') => {
  const issued = ['Grant', 'AuthorizationCode'].map((model) => ({
    model,
    hash: hashOf(model),
    payload: { accountId: sub, grantId: 'Grant', clientId: 'app', ...more },
    expiresIn: 60,
  }));
  return payloads.put({ domainId, model: 'Session', hash: hashOf(uid), issued }, { accountId: sub, uid, epoch }, 60);
};
const isGranted = async () => (await payloads.find({ domainId, model: 'Grant', hash: hashOf('Grant') })) !== undefined;
const endAll = () => payloads.endUserSessions(domainId, sub);
const endOne = () => payloads.endSession(domainId, 'u1');

/**
 * Runs one function, and the other while the first one's transaction is still open, so that it has to wait. @returns the result of the
 * second
 */
async function meanwhile(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<unknown> {
  let waiting: Promise<unknown> | undefined;
  await database.transaction(async () => {
    await first();
    // Outside this transaction, like another request.
    waiting = outside(second);
    await rows.untilBlocked(1);
  });
  return waiting;
}

/** Runs statements outside the current transaction. */

const outside = AsyncLocalStorage.snapshot() as <T>(work: () => Promise<T>) => Promise<T>;

describe.each([
  ['grants', putGrant],
  ['authorizations', putAuthorization],
])('concurrent %s', (_kind, putNew) => {
  it.each([
    ['all that its user is signed in to is ended', endAll],
    ['its session is ended', endOne],
  ])('are removed if they were stored before %s', async (_what, end) => {
    await meanwhile(() => putNew(0), end);

    expect(await isGranted()).toBe(false);
  });

  it.each([
    ['all that its user is signed in to is ended', endAll],
    ['its session is ended', endOne],
  ])('are rejected if they are stored after %s', async (_what, end) => {
    expect(await meanwhile(end, () => putNew(0))).toBe(false);

    expect(await isGranted()).toBe(false);
  });

  it('remain when their session ends, if they have offline_access and were stored before', async () => {
    await meanwhile(() => putNew(0, {}), endOne);

    expect([await isGranted(), await putNew(0, {})]).toEqual([true, false]);
  });
});

it('stores every one of many concurrent authorizations in a session', async () => {
  const putOne = (n: number) => {
    const code = { model: 'AuthorizationCode', hash: hashOf(`code-${n}`), payload: { accountId: sub }, expiresIn: 60 };
    return payloads.put({ domainId, model: 'Session', hash: hashOf('u1'), issued: [code] }, { accountId: sub, uid: 'u1', n }, 60);
  };

  const stored = await Promise.all(Array.from({ length: 1_000 }, (_each, n) => putOne(n)));

  expect(stored).not.toContain(false);
});

describe('a pending sign-in when all sessions of its user end', () => {
  it('yields no session and no grant, however late it completes', async () => {
    await new SignInProgressRepository(database).add({ domainId, uid: 'i1' }, { sub, method: 'passkey' }, 60);
    const taken = await new SignInProgressRepository(database).consume({ domainId, uid: 'i1' });
    await endAll();

    expect(taken).toEqual({ sub, methods: ['passkey'], federation: null, epoch: 0 });
    const stored = [await putSession(0, 'u2'), await putGrant(0, { givenIn: 'u2' }), await putAuthorization(0, {}, 'u2')];
    expect([stored, await isGranted()]).toEqual([[false, false, false], false]);
  });

  it('does not affect sessions that begin afterwards', async () => {
    await endAll();
    const epoch = (await payloads.findSignInEpoch(domainId, sub))!;

    expect([await putSession(epoch, 'u2'), await putGrant(epoch, { givenIn: 'u2' })]).toEqual([true, true]);
  });

  it('does not affect authorizations in sessions that begin afterwards', async () => {
    await endAll();
    const epoch = (await payloads.findSignInEpoch(domainId, sub))!;

    expect([await putAuthorization(epoch, {}, 'u2'), await isGranted()]).toEqual([true, true]);
  });

  it('waits while the end of the sessions is not committed, and then yields no session', async () => {
    expect(await meanwhile(endAll, () => putSession(0, 'u2'))).toBe(false);
  });
});
