import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { hashOf, Rows } from '../../../../test/support/rows.js';
import { useUserFixture } from './user.fixture.js';

const CREDENTIAL_IDS = { totp: 'totp', codes: 'recovery-codes' };

const fixture = useUserFixture();
let rows: Rows;
let domainId: string;
let sub: string;
let passkeyId: string;
/** The path of the user. */
let user: string;

beforeAll(() => {
  rows = new Rows(fixture.database.url);
});

afterAll(() => rows.end());

beforeEach(async () => {
  const attributes = { email: 'jane@example.com', locale: 'de-CH' };
  const created = await fixture.caller.post(fixture.usersPath, { preferredUsername: 'Jane.Doe-1', name: 'Jane Doe', attributes });
  sub = (created.json as { sub: string }).sub;
  user = `${fixture.usersPath}/${sub}`;
  domainId = (await rows.query<{ id: string }>('SELECT domain_id AS id FROM end_user WHERE sub = $1', [sub]))[0]!.id;
});

async function insertCredentials(): Promise<void> {
  const owner = { domain_id: domainId, sub };
  const [confirmed_at, last_used_at] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
  ({ id: passkeyId } = await rows.insert<{ id: string }>('passkey', { ...owner, name: 'Phone', backed_up: true }));
  await rows.insert('totp', { ...owner, secret: Buffer.from('secret'), confirmed_at, last_used_at });
  await rows.insert('recovery_code', { ...owner, used_at: last_used_at });
  await rows.insert('recovery_code', owner);
}

/** @returns the id of the session */
async function insertSession(client: string | null = null): Promise<string> {
  const uid = randomUUID();
  await rows.insert('oidc_payload', {
    domain_id: domainId,
    sub,
    uid,
    expires_at: new Date('2099-01-01T00:00:00Z'),
    payload: { uid, loginTs: 1_767_225_600, seenAt: 1_767_312_000, ...(client && { userAgent: 'Firefox/145.0' }) },
    sids: client && JSON.stringify({ [client]: null }),
  });
  const grant = { domain_id: domainId, sub, model: 'RefreshToken', session_uid: uid };
  await rows.insert('oidc_payload', { ...grant, hash: hashOf(uid) });
  return uid;
}

const list = async (what: string, path = user) => (await fixture.caller.get(`${path}/${what}`)).json as { id: string }[];
const listEvents = async () => {
  const { json } = await fixture.caller.get(`${fixture.usersPath.replace(/user$/, 'log')}?user=${sub}`);
  return (json as { type: string; actor: { type: string } }[]).map(({ type, actor }) => `${type} by ${actor.type}`);
};
const count = (table: string) => rows.count(table, `domain_id = '${domainId}' AND sub = '${sub}'`);

describe('credentials of a user', () => {
  it('are listed without secrets', async () => {
    expect(await list('credential')).toEqual([]);
    await insertCredentials();

    expect(await list('credential')).toEqual([
      {
        id: passkeyId,
        type: 'Passkey',
        createdAt: expect.any(String),
        lastUsedAt: null,
        name: 'Phone',
        backedUp: true,
        remaining: null,
      },
      {
        id: CREDENTIAL_IDS.codes,
        type: 'RecoveryCodes',
        createdAt: expect.any(String),
        lastUsedAt: '2026-01-02T00:00:00.000Z',
        name: null,
        backedUp: null,
        remaining: 1,
      },
      {
        id: CREDENTIAL_IDS.totp,
        type: 'Totp',
        createdAt: '2026-01-01T00:00:00.000Z',
        lastUsedAt: '2026-01-02T00:00:00.000Z',
        name: null,
        backedUp: null,
        remaining: null,
      },
    ]);
  });

  it('are removed by an operator, whom the log names, and the user gets a mail for each', async () => {
    await insertCredentials();
    const ids = (await list('credential')).map(({ id }) => id);

    for (const id of ids) expect(await fixture.caller.delete(`${user}/credential/${id}`)).toMatchObject({ status: 204, text: '' });

    expect(await list('credential')).toEqual([]);
    expect(await listEvents()).toEqual([
      'authenticator_app.deleted by api_key',
      'recovery_code.deleted by api_key',
      'passkey.deleted by api_key',
      'user.created by api_key',
    ]);
    expect(await count('message')).toBe(3);
    expect((await fixture.caller.post(`${user}/magiclink`, { redirectUri: 'https://app.example.com/' })).status).toBeLessThan(300);
  });

  it.each(['passkey', 'totp', 'recovery-codes'])('are removed by one of two concurrent requests: %s', async (kind) => {
    await insertCredentials();
    const path = `${user}/credential/${kind === 'passkey' ? passkeyId : kind}`;

    const answers = await Promise.all([fixture.caller.delete(path), fixture.caller.delete(path)]);

    expect(answers.map(kindOf).toSorted()).toEqual(['204', '404 /problems/credential-not-found']);
    expect(await count('message')).toBe(1);
  });

  it('are not found by another id, for another user or in another domain', async () => {
    await insertCredentials();
    const secret = await rows.query('UPDATE totp SET pending_secret = secret, secret = NULL WHERE sub = $1 RETURNING sub', [sub]);
    const other = await fixture.caller.post(fixture.usersPath, { preferredUsername: 'John.Doe-1', name: 'John Doe' });
    const otherUser = `${fixture.usersPath}/${(other.json as { sub: string }).sub}`;
    const elsewhere = user.replace(/domain\/[^/]+/, `domain/${await fixture.caller.registerDomain()}`);

    const paths = [...['totp', 'x', randomUUID()].map((id) => `${user}/credential/${id}`), `${otherUser}/credential/${passkeyId}`];
    const answers = await Promise.all(paths.map((path) => fixture.caller.delete(path)));
    const inOtherDomain = [
      await fixture.caller.get(`${elsewhere}/credential`),
      await fixture.caller.delete(`${elsewhere}/credential/${passkeyId}`),
    ];

    expect(secret).not.toEqual([]);
    expect(answers.map(kindOf)).toEqual(paths.map(() => '404 /problems/credential-not-found'));
    expect(inOtherDomain.map(kindOf)).toEqual(['404 /problems/user-not-found', '404 /problems/user-not-found']);
    expect([await count('passkey'), await count('totp'), await count('message')]).toEqual([1, 1, 0]);
  });

  it('go with their user', async () => {
    await insertCredentials();
    await insertSession();
    await fixture.caller.delete(user);

    const answers = await Promise.all(['credential', 'session'].map((what) => fixture.caller.get(`${user}/${what}`)));

    expect(answers.map(kindOf)).toEqual(['404 /problems/user-not-found', '404 /problems/user-not-found']);
  });
});

describe('sessions of a user', () => {
  it('are listed with their clients', async () => {
    const id = await insertSession('shop');

    expect(await list('session')).toEqual([
      {
        id,
        createdAt: '2026-01-01T00:00:00.000Z',
        lastUsedAt: '2026-01-02T00:00:00.000Z',
        expiresAt: '2099-01-01T00:00:00.000Z',
        userAgent: 'Firefox/145.0',
        clients: ['shop'],
      },
    ]);
  });

  it('end one by one, with what was issued within them, and notify their clients', async () => {
    await fixture.caller.put(`${fixture.usersPath.replace(/user$/, 'client')}/shop`, {
      clientType: 'Confidential',
      grantType: 'AuthorizationCode',
      scope: 'openid',
      redirectUris: ['https://shop.example.com/'],
    });
    await rows.insert('backchannel_logout', { domain_id: domainId, client_id: 'shop' });
    const [id, other] = [await insertSession('shop'), await insertSession()];
    await list('session');

    const answers = await Promise.all([fixture.caller.delete(`${user}/session/${id}`), fixture.caller.delete(`${user}/session/${id}`)]);

    expect(answers.map(kindOf).toSorted()).toEqual(['204', '404 /problems/session-not-found']);
    expect((await list('session')).map((session) => session.id)).toEqual([other]);
    expect(
      await rows.query(`SELECT session_uid AS uid FROM oidc_payload WHERE domain_id = $1 AND model = 'RefreshToken'`, [domainId]),
    ).toEqual([{ uid: other }]);
    expect(await count('logout_notice')).toBe(1);
    expect(await listEvents()).toEqual(['session.revoked by api_key', 'user.created by api_key']);
  });

  it('all end at once, with everything that was issued', async () => {
    for (let n = 0; n < 3; n += 1) await insertSession();
    await rows.insert('oidc_payload', { domain_id: domainId, sub, model: 'RefreshToken', hash: hashOf('offline') });

    expect((await fixture.caller.delete(`${user}/session`)).status).toBe(204);

    expect(await list('session')).toEqual([]);
    expect(await rows.count('oidc_payload', `domain_id = '${domainId}' AND model <> 'Session'`)).toBe(0);
    expect(await rows.query('SELECT sign_in_epoch AS epoch FROM end_user WHERE sub = $1', [sub])).toEqual([{ epoch: 1 }]);
    expect(await listEvents()).toEqual(['session.revoked by api_key', 'user.created by api_key']);
  });

  it('are not ended for another user or in another domain', async () => {
    const id = await insertSession();
    const other = await fixture.caller.post(fixture.usersPath, { preferredUsername: 'John.Doe-1', name: 'John Doe' });
    const otherUser = `${fixture.usersPath}/${(other.json as { sub: string }).sub}`;
    const elsewhere = user.replace(/domain\/[^/]+/, `domain/${await fixture.caller.registerDomain()}`);

    const paths = [`${otherUser}/session/${id}`, `${user}/session/${randomUUID()}`, `${user}/session/%00`];
    const answers = [...paths, `${elsewhere}/session/${id}`, `${elsewhere}/session`].map((path) => fixture.caller.delete(path));

    expect((await Promise.all(answers)).map(kindOf)).toEqual([
      ...paths.map(() => '404 /problems/session-not-found'),
      '404 /problems/user-not-found',
      '404 /problems/user-not-found',
    ]);
    await fixture.caller.delete(`${otherUser}/session`);
    expect((await list('session')).map((session) => session.id)).toEqual([id]);
  });
});
