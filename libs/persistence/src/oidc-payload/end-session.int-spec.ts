import { describe, expect, it } from '@jest/globals';
import { hashOf, type Row } from '../../../../test/support/rows.js';
import { UserRepository } from '../user/user.repository.js';
import { useOidcPayloadFixture } from './oidc-payload.fixture.js';

const fixture = useOidcPayloadFixture();

const named = (uid: string, domain = fixture.domainId) => ({ domainId: domain, model: 'Session', uid });

async function userOf(domain: string): Promise<string> {
  return (await fixture.rows.insert<Row & { sub: string }>('end_user', { domain_id: domain })).sub;
}

describe('stored sessions', () => {
  it('are found by uid, in their own domain and model', async () => {
    await fixture.payloads.put(fixture.session('s1'), { uid: 'shared', mine: true }, 60);
    await fixture.payloads.put(fixture.session('s2', fixture.other), { uid: 'shared', mine: false }, 60);
    await fixture.payloads.put({ ...fixture.session('i1'), model: 'Interaction' }, { uid: 'shared', interaction: true }, 60);

    expect([await fixture.payloads.findByUid(named('shared')), await fixture.payloads.findByUid(named('shared', fixture.other))]).toEqual([
      { uid: 'shared', mine: true },
      { uid: 'shared', mine: false },
    ]);
  });

  it('change their id, and are no longer found by the old one', async () => {
    await fixture.payloads.put(fixture.session('old'), { uid: 'u1' }, 60);

    await fixture.payloads.put(fixture.session('new'), { uid: 'u1', changed: true }, 60);

    expect([await fixture.payloads.find(fixture.session('old')), await fixture.payloads.find(fixture.session('new'))]).toEqual([
      undefined,
      { uid: 'u1', changed: true },
    ]);
    expect(await fixture.storedIds()).toEqual(['new']);
  });

  it('cannot be restored after their end, by their id or a new one, and end together with their grants', async () => {
    await fixture.payloads.put(fixture.session('s1'), { uid: 'u1' }, 60);
    await fixture.payloads.put(fixture.session('s2'), { uid: 'u2' }, 60);
    for (const uid of ['u1', 'u2'])
      await fixture.payloads.put({ ...fixture.code(`grant-${uid}`), model: 'Grant' }, { sessionUid: uid }, 60);

    const ended = [await fixture.payloads.endSession(fixture.domainId, 'u1'), await fixture.payloads.endSession(fixture.domainId, 'u1')];
    const stored = [
      await fixture.payloads.put(fixture.session('s1'), { uid: 'u1' }, 60),
      await fixture.payloads.put(fixture.session('s9'), { uid: 'u1' }, 60),
    ];

    expect([ended, stored]).toEqual([
      [true, false],
      [false, false],
    ]);
    expect([await fixture.payloads.find(fixture.session('s1')), await fixture.payloads.findByUid(named('u1'))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await fixture.storedIds()).toEqual(['grant-u2', 's1', 's2']);
  });

  it('end only in their own domain, and only for their own user if requested', async () => {
    const [sub, somebody] = [await userOf(fixture.domainId), await userOf(fixture.domainId)];
    await fixture.payloads.put(fixture.session('s1'), { uid: 'u1', accountId: sub }, 60);

    const attempts = [
      await fixture.payloads.endSession(fixture.other, 'u1'),
      await fixture.payloads.endSession(fixture.domainId, 'u1', somebody),
      await fixture.payloads.endSession(fixture.domainId, 'u\u0000'),
    ];

    expect(attempts).toEqual([false, false, false]);
    expect(await fixture.payloads.endSession(fixture.domainId, 'u1', sub)).toBe(true);
  });

  it('are listed for their user while they last, newest first', async () => {
    const [sub, somebody] = [await userOf(fixture.domainId), await userOf(fixture.domainId)];
    await fixture.payloads.put(fixture.session('s1'), { uid: 'u1', accountId: sub, loginTs: 10 }, 60);
    await fixture.payloads.put(fixture.session('s2'), { uid: 'u2', accountId: sub, loginTs: 20 }, 60);
    await fixture.payloads.put(fixture.session('s3'), { uid: 'u3', accountId: sub, loginTs: 30 }, 60);
    await fixture.payloads.put(fixture.session('s4'), { uid: 'u4', accountId: somebody, loginTs: 40 }, 60);
    await fixture.payloads.put(fixture.session('s5'), { uid: 'u5', accountId: sub, loginTs: 50 }, -1);
    await fixture.payloads.endSession(fixture.domainId, 'u3');

    expect((await fixture.payloads.listSessions(fixture.domainId, sub)).map(({ uid }) => uid)).toEqual(['u2', 'u1']);
  });
});

describe('ending everything of a user', () => {
  const kinds = ['Session', 'Grant', 'AuthorizationCode', 'RefreshToken', 'AccessToken'];
  const put = (model: string, sub: string, id = model) =>
    fixture.payloads.put(fixture.key(model, id), { accountId: sub, uid: model === 'Session' ? id : undefined }, 60);

  it('ends sessions immediately and permanently', async () => {
    const [sub, somebody] = [await userOf(fixture.domainId), await userOf(fixture.domainId)];
    for (const model of kinds) await put(model, sub);
    for (const model of kinds) await put(model, somebody, `other ${model}`);

    await fixture.payloads.endUserSessions(fixture.domainId, sub);

    expect(await put('Session', sub)).toBe(false);
    const found = await Promise.all(
      kinds.map((model) => fixture.payloads.find({ domainId: fixture.domainId, model, hash: hashOf(model) })),
    );
    expect(found).toEqual(kinds.map(() => undefined));
    const others = await Promise.all(
      kinds.map((model) => fixture.payloads.find({ domainId: fixture.domainId, model, hash: hashOf(`other ${model}`) })),
    );
    expect(others).toEqual(kinds.map(() => expect.anything()));
  });

  it('removes grants with the sessions, and stores none afterwards', async () => {
    const sub = await userOf(fixture.domainId);
    for (const model of kinds) await put(model, sub);

    await fixture.rows.query('DELETE FROM end_user WHERE sub = $1', [sub]);

    expect(await fixture.storedIds()).toEqual([]);
    expect(await Promise.all(kinds.map((model) => put(model, sub)))).toEqual(kinds.map(() => false));
  });

  it('stores neither a session nor a grant for an inactive user', async () => {
    const sub = await userOf(fixture.domainId);
    await fixture.rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);

    expect([await put('Session', sub), await put('Grant', sub)]).toEqual([false, false]);
    expect(await fixture.storedIds()).toEqual([]);
  });

  it('happens when the operator deactivates the user, and is not undone by reactivation', async () => {
    const sub = await userOf(fixture.domainId);
    for (const model of kinds) await put(model, sub);
    const { database } = fixture.persistence;
    const users = new UserRepository(database);
    const makeActive = (active: boolean) =>
      database.transaction(async () => {
        const user = (await users.lock(fixture.domainId, sub))!;
        await users.update(user, { active, attributes: user.attributes });
      });

    await makeActive(false);
    await makeActive(true);

    expect(
      await Promise.all(kinds.map((model) => fixture.payloads.find({ domainId: fixture.domainId, model, hash: hashOf(model) }))),
    ).toEqual(kinds.map(() => undefined));
  });

  it('includes a grant that waits while the user is deactivated: it is rejected', async () => {
    const sub = await userOf(fixture.domainId);
    let granting: Promise<boolean> | undefined;
    const deactivation = fixture.persistence.source.transaction(async (manager) => {
      await manager.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);
      granting = put('Grant', sub);
      await fixture.rows.untilBlocked(1);
    });

    await deactivation;

    expect(await granting).toBe(false);
  });
});
