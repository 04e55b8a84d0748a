import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOf, type Row, type Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { UserRepository } from '../user/user.repository.js';
import { OidcPayloadRepository, type PayloadKey } from './oidc-payload.repository.js';

let persistence: PersistenceFixture;
let rows: Rows;
let payloads: OidcPayloadRepository;
let domainId: string;
let other: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  payloads = new OidcPayloadRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  await rows.query('DELETE FROM oidc_payload');
  [domainId, other] = [await rows.domain(), await rows.domain()];
});

/** The ids whose hashes are stored. */
const ids = new Map<string, string>();

function hashed(id: string): Buffer {
  const hash = hashOf(id);
  ids.set(hash.toString('hex'), id);
  return hash;
}

const session = (id: string, domain = domainId): PayloadKey => ({ domainId: domain, model: 'Session', hash: hashed(id) });
const named = (uid: string, domain = domainId) => ({ domainId: domain, model: 'Session', uid });
const code = (id: string, domain = domainId): PayloadKey => ({ domainId: domain, model: 'AuthorizationCode', hash: hashed(id) });

async function userOf(domain: string): Promise<string> {
  return (await rows.insert<Row & { sub: string }>('end_user', { domain_id: domain })).sub;
}

/** Which ids are stored, of any domain and whatever their age. */
async function storedIds(): Promise<(string | undefined)[]> {
  const found = await rows.query<{ hash: Buffer }>('SELECT hash FROM oidc_payload');
  return found.map(({ hash }) => ids.get(hash.toString('hex'))).toSorted();
}

describe('a session', () => {
  it('is found by its uid, in its own domain and model', async () => {
    await payloads.put(session('s1'), { uid: 'shared', mine: true }, 60);
    await payloads.put(session('s2', other), { uid: 'shared', mine: false }, 60);
    await payloads.put({ ...session('i1'), model: 'Interaction' }, { uid: 'shared', interaction: true }, 60);

    expect([await payloads.findByUid(named('shared')), await payloads.findByUid(named('shared', other))]).toEqual([
      { uid: 'shared', mine: true },
      { uid: 'shared', mine: false },
    ]);
  });

  it('changes its id, and is no longer found by the old one', async () => {
    await payloads.put(session('old'), { uid: 'u1' }, 60);

    await payloads.put(session('new'), { uid: 'u1', changed: true }, 60);

    expect([await payloads.find(session('old')), await payloads.find(session('new'))]).toEqual([undefined, { uid: 'u1', changed: true }]);
    expect(await storedIds()).toEqual(['new']);
  });

  it('that has ended cannot be restored, by its id or a new one, and its grants end with it', async () => {
    await payloads.put(session('s1'), { uid: 'u1' }, 60);
    await payloads.put(session('s2'), { uid: 'u2' }, 60);
    for (const uid of ['u1', 'u2']) await payloads.put({ ...code(`grant-${uid}`), model: 'Grant' }, { sessionUid: uid }, 60);

    const ended = [await payloads.endSession(domainId, 'u1'), await payloads.endSession(domainId, 'u1')];
    const stored = [await payloads.put(session('s1'), { uid: 'u1' }, 60), await payloads.put(session('s9'), { uid: 'u1' }, 60)];

    expect([ended, stored]).toEqual([
      [true, false],
      [false, false],
    ]);
    expect([await payloads.find(session('s1')), await payloads.findByUid(named('u1'))]).toEqual([undefined, undefined]);
    expect(await storedIds()).toEqual(['grant-u2', 's1', 's2']);
  });

  it('ends in its own domain, and only for its own user if requested', async () => {
    const [sub, somebody] = [await userOf(domainId), await userOf(domainId)];
    await payloads.put(session('s1'), { uid: 'u1', accountId: sub }, 60);

    const attempts = [
      await payloads.endSession(other, 'u1'),
      await payloads.endSession(domainId, 'u1', somebody),
      await payloads.endSession(domainId, 'u\u0000'),
    ];

    expect(attempts).toEqual([false, false, false]);
    expect(await payloads.endSession(domainId, 'u1', sub)).toBe(true);
  });

  it('is listed for its user while it lasts, the latest first', async () => {
    const [sub, somebody] = [await userOf(domainId), await userOf(domainId)];
    await payloads.put(session('s1'), { uid: 'u1', accountId: sub, loginTs: 10 }, 60);
    await payloads.put(session('s2'), { uid: 'u2', accountId: sub, loginTs: 20 }, 60);
    await payloads.put(session('s3'), { uid: 'u3', accountId: sub, loginTs: 30 }, 60);
    await payloads.put(session('s4'), { uid: 'u4', accountId: somebody, loginTs: 40 }, 60);
    await payloads.put(session('s5'), { uid: 'u5', accountId: sub, loginTs: 50 }, -1);
    await payloads.endSession(domainId, 'u3');

    expect((await payloads.listSessions(domainId, sub)).map(({ uid }) => uid)).toEqual(['u2', 'u1']);
  });
});

describe('everything of a user', () => {
  const kinds = ['Session', 'Grant', 'AuthorizationCode', 'RefreshToken', 'AccessToken'];
  const put = (model: string, sub: string, id = model) =>
    payloads.put({ domainId, model, hash: hashed(id) }, { accountId: sub, uid: model === 'Session' ? id : undefined }, 60);

  it('ends sessions immediately and permanently', async () => {
    const [sub, somebody] = [await userOf(domainId), await userOf(domainId)];
    for (const model of kinds) await put(model, sub);
    for (const model of kinds) await put(model, somebody, `other ${model}`);

    await payloads.endUserSessions(domainId, sub);

    expect(await put('Session', sub)).toBe(false);
    const found = await Promise.all(kinds.map((model) => payloads.find({ domainId, model, hash: hashOf(model) })));
    expect(found).toEqual(kinds.map(() => undefined));
    const others = await Promise.all(kinds.map((model) => payloads.find({ domainId, model, hash: hashOf(`other ${model}`) })));
    expect(others).toEqual(kinds.map(() => expect.anything()));
  });

  it('removes grants with them, and stores none afterwards', async () => {
    const sub = await userOf(domainId);
    for (const model of kinds) await put(model, sub);

    await rows.query('DELETE FROM end_user WHERE sub = $1', [sub]);

    expect(await storedIds()).toEqual([]);
    expect(await Promise.all(kinds.map((model) => put(model, sub)))).toEqual(kinds.map(() => false));
  });

  it('stores neither a session nor a grant for an inactive user', async () => {
    const sub = await userOf(domainId);
    await rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);

    expect([await put('Session', sub), await put('Grant', sub)]).toEqual([false, false]);
    expect(await storedIds()).toEqual([]);
  });

  it('ends when the operator makes the user inactive, and does not return when they are active again', async () => {
    const sub = await userOf(domainId);
    for (const model of kinds) await put(model, sub);
    const { database } = persistence;
    const users = new UserRepository(database);
    const makeActive = (active: boolean) =>
      database.transaction(async () => {
        const user = (await users.lock(domainId, sub))!;
        await users.update(user, { active, attributes: user.attributes });
      });

    await makeActive(false);
    await makeActive(true);

    expect(await Promise.all(kinds.map((model) => payloads.find({ domainId, model, hash: hashOf(model) })))).toEqual(
      kinds.map(() => undefined),
    );
  });

  it('includes a grant that waits while the user is made inactive: it is refused', async () => {
    const sub = await userOf(domainId);
    let granting: Promise<boolean> | undefined;
    const deactivation = persistence.source.transaction(async (manager) => {
      await manager.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);
      granting = put('Grant', sub);
      await rows.untilBlocked(1);
    });

    await deactivation;

    expect(await granting).toBe(false);
  });
});
