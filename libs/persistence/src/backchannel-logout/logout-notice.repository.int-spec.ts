import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOf, type Row, type Rows } from '../../../../test/support/rows.js';
import { Database } from '../connection/database.js';
import { RemovedIdentityProviderUsersRepository } from '../identity-provider/removed-identity-provider-users.repository.js';
import { IdentityProviderRepository } from '../identity-provider/identity-provider.repository.js';
import { OidcPayloadRepository } from '../oidc-payload/oidc-payload.repository.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { UserRepository } from '../user/user.repository.js';
import { LogoutNoticeRepository } from './logout-notice.repository.js';

let persistence: PersistenceFixture;
let database: Database;
let rows: Rows;
let payloads: OidcPayloadRepository;
let users: UserRepository;
let notices: LogoutNoticeRepository;
let domainId: string;
let sub: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  [payloads, users, notices] = [new OidcPayloadRepository(database), new UserRepository(database), new LogoutNoticeRepository(database)];
});

afterAll(() => persistence.end());

beforeEach(async () => {
  await rows.query('DELETE FROM logout_notice');
  domainId = await rows.domain();
  sub = await newUser();
  for (const client_id of ['web', 'mobile', 'untold']) await rows.insert('client', { domain_id: domainId, client_id });
  for (const client_id of ['web', 'mobile']) await rows.insert('backchannel_logout', { domain_id: domainId, client_id });
});

async function newUser(values: Row = {}): Promise<string> {
  return (await rows.insert<Row & { sub: string }>('end_user', { domain_id: domainId, ...values })).sub;
}

/** A session with clients, as oidc-provider stores it. */
async function session(uid: string, clients: string[], of = sub): Promise<void> {
  const authorizations = Object.fromEntries(clients.map((client) => [client, { sid: `${uid} of ${client}`, grantId: 'g' }]));
  await payloads.put(
    { domainId, model: 'Session', hash: hashOf(`id of ${uid}`) },
    { uid, accountId: of, authorizations, state: { state: 'a\0b\ud800' } },
    60,
  );
}

function listNotices(): Promise<Row[]> {
  return rows.query(`SELECT client_id, sub, sid FROM logout_notice WHERE domain_id = $1 ORDER BY sid`, [domainId]);
}

const buildNotice = (uid: string, client: string, of = sub): Row => ({ client_id: client, sub: of, sid: `${uid} of ${client}` });

describe("logout notices for a session's clients", () => {
  it('are created once when a session ends, for clients with back-channel logout', async () => {
    await session('one', ['web', 'untold', 'account']);
    await session('other', ['mobile']);

    await Promise.all(Array.from({ length: 10 }, () => payloads.endSession(domainId, 'one')));

    expect(await listNotices()).toEqual([buildNotice('one', 'web')]);
  });

  it('continue the trace of the request that ended the session', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const traced = new Database(persistence.source, () => traceparent);
    await session('one', ['web']);
    await new OidcPayloadRepository(traced).endSession(domainId, 'one');
    await session('other', ['mobile']);
    await new UserRepository(traced).delete(domainId, sub);

    expect((await notices.listDue(10)).map((due) => due.traceparent)).toEqual([traceparent, traceparent]);
  });

  it('are created when all of a user’s sessions end', async () => {
    await session('one', ['web', 'mobile']);
    await session('other', ['web']);
    const somebody = await newUser();
    await session('else', ['web'], somebody);

    await payloads.endUserSessions(domainId, sub);
    await payloads.endUserSessions(domainId, sub);

    expect(await listNotices()).toEqual([buildNotice('one', 'mobile'), buildNotice('one', 'web'), buildNotice('other', 'web')]);
  });

  it('are created once when a session ends at the same moment as all sessions of the user', async () => {
    await session('one', ['web']);
    const one = await persistence.openTransaction(() => payloads.endSession(domainId, 'one'));
    const all = payloads.endUserSessions(domainId, sub);
    await rows.untilBlocked(1);
    await one.end();
    await all;

    expect(await listNotices()).toEqual([buildNotice('one', 'web')]);
  });

  it('are created when a user becomes inactive', async () => {
    await session('one', ['web']);

    await database.transaction(async () => {
      const user = (await users.lock(domainId, sub))!;
      return users.update(user, { active: false, attributes: user.attributes });
    });

    expect(await listNotices()).toEqual([buildNotice('one', 'web')]);
  });

  it('are created when a user is removed, although nothing else of the user remains', async () => {
    await session('one', ['web']);

    expect([await users.delete(domainId, sub), await users.delete(domainId, sub)]).toEqual([expect.objectContaining({ agents: [] }), null]);

    expect(await listNotices()).toEqual([buildNotice('one', 'web')]);
    expect(await rows.count('oidc_payload', `domain_id = '${domainId}'`)).toBe(0);
  });

  it('are created when a user is removed at the moment of a sign-in', async () => {
    const signIn = await persistence.openTransaction(() => session('one', ['web']));
    const removed = users.delete(domainId, sub);
    await rows.untilBlocked(1);
    await signIn.end();

    expect([await removed, await listNotices()]).toEqual([expect.objectContaining({ agents: [] }), [buildNotice('one', 'web')]]);
  });

  it('are created when an identity provider is removed', async () => {
    await rows.insert('identity_provider', { domain_id: domainId, name: 'northwind', issuer: 'https://idp.example.com' });
    const theirs = await newUser({ identity_provider: 'northwind', upstream_issuer: 'https://idp.example.com', upstream_sub: 'x' });
    await session('theirs', ['web'], theirs);
    await session('ours', ['web']);
    const former = new RemovedIdentityProviderUsersRepository(database);
    const providers = new IdentityProviderRepository(database, former);

    await providers.delete({ domainId, name: 'northwind' });
    await former.endSessions({ domainId, name: 'northwind' });

    expect(await listNotices()).toEqual([buildNotice('theirs', 'web', theirs)]);
  });

  it('are not created by a transaction that is rolled back', async () => {
    await session('one', ['web']);

    const ending = database.transaction(async () => {
      await payloads.endSession(domainId, 'one');
      throw new Error('taken back');
    });

    await expect(ending).rejects.toThrow('taken back');
    expect(await listNotices()).toEqual([]);
    expect(await payloads.findByUid({ domainId, model: 'Session', uid: 'one' })).toBeDefined();
  });

  it('belong to the domain of the session', async () => {
    const other = await rows.domain();
    await rows.insert('client', { domain_id: other, client_id: 'elsewhere' });
    await rows.insert('backchannel_logout', { domain_id: other, client_id: 'elsewhere' });
    await session('one', ['elsewhere']);

    await payloads.endSession(domainId, 'one');

    expect(await rows.count('logout_notice')).toBe(0);
  });

  it('are not created for a session without a user or without clients', async () => {
    await payloads.put(
      { domainId, model: 'Session', hash: hashOf('nobody') },
      { uid: 'nobody', authorizations: { web: { sid: 'x' } } },
      60,
    );
    await payloads.put({ domainId, model: 'Session', hash: hashOf('alone') }, { uid: 'alone', accountId: sub }, 60);

    expect([await payloads.endSession(domainId, 'nobody'), await payloads.endSession(domainId, 'alone')]).toEqual([true, true]);

    expect(await listNotices()).toEqual([]);
  });
});

describe('leases of logout notices', () => {
  async function notice(values: Row = {}): Promise<{ domainId: string; id: string }> {
    const { id } = await rows.insert('logout_notice', { domain_id: domainId, client_id: 'web', sub, sid: 'a-sid', ...values });
    return { domainId, id };
  }

  it('are given to only one of many callers for some seconds, with everything needed to send the notice', async () => {
    const key = await notice();
    expect(await notices.listDue(10)).toContainEqual({ ...key, attempts: 0, traceparent: null });

    const claims = await Promise.all(Array.from({ length: 10 }, () => notices.lease(key, 1)));

    const claimed = { clientId: 'web', sub, sid: 'a-sid', attempts: 1, uri: 'https://app.example.com/logout', expired: false };
    const idTokenAlgorithms = ['RS256', 'ES256'];
    expect(claims.filter(Boolean)).toEqual([{ ...claimed, idTokenAlgorithms, domain: expect.stringMatching(/example\.com$/) }]);
    const [row] = await rows.query(`SELECT next_attempt_at - now() > '4 seconds' AS later FROM logout_notice WHERE id = $1`, [key.id]);
    expect(row).toEqual({ later: true });
    expect(await notices.listDue(10)).toEqual([]);
  });

  it('wait for at most one notice of every other domain, however many that domain has', async () => {
    await rows.query('DELETE FROM logout_notice');
    for (let n = 0; n < 3; n += 1) await notice({ next_attempt_at: new Date(Date.now() - 60_000) });
    const otherDomain = await rows.domain();
    await rows.insert('client', { domain_id: otherDomain, client_id: 'web' });
    for (const table of ['backchannel_logout', 'logout_notice']) await rows.insert(table, { domain_id: otherDomain, client_id: 'web' });

    const due = await notices.listDue(3);

    expect(due.map((each) => each.domainId)).toEqual([domainId, otherDomain, domainId]);
  });

  it.each([
    [1, 10, 15],
    [5, 160, 240],
    [9, 900, 1_350],
    [1_000, 900, 1_350],
  ])('after %i attempts, wait %i to %i seconds', async (attempts, min, max) => {
    const key = await notice({ attempts });
    await notices.lease(key, attempts + 1);

    const [row] = await rows.query<{ pause: number }>(
      'SELECT extract(epoch FROM next_attempt_at - now())::float8 AS pause FROM logout_notice WHERE id = $1',
      [key.id],
    );

    expect(row!.pause).toBeGreaterThan(min - 5);
    expect(row!.pause).toBeLessThanOrEqual(max);
  });

  it('are not given to a late job for an earlier attempt', async () => {
    const key = await notice({ attempts: 1 });

    expect(await notices.lease(key, 1)).toBeNull();
    expect(await notices.lease(key, 2)).toMatchObject({ attempts: 2 });
  });

  it('report that a notice is too late', async () => {
    expect(await notices.lease(await notice({ expires_at: new Date(Date.now() - 1_000) }), 1)).toMatchObject({ expired: true });
  });

  it('are not given if the domain is being deleted, the client has no back-channel logout, or the notice was delivered', async () => {
    const [one, other, heard] = [await notice(), await notice({ client_id: 'mobile' }), await notice()];
    expect([await notices.delete(heard), await notices.delete(heard)]).toEqual([true, false]);
    await rows.query(`DELETE FROM backchannel_logout WHERE domain_id = $1 AND client_id = 'mobile'`, [domainId]);
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]);

    expect([await notices.lease(one, 1), await notices.lease(other, 1), await notices.lease(heard, 1)]).toEqual([null, null, null]);
  });
});
