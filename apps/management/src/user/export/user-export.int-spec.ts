import { beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { hashOf } from '../../../../../test/support/rows.js';
import { sql } from '../../../../../test/support/sql.js';
import { createSubscription } from '../../../../../test/support/subscription.js';
import { useUserFixture } from '../user.fixture.js';

const fixture = useUserFixture();
let domainId: string;
let sub: string;
let user: string;

beforeEach(async () => {
  const attributes = { email: 'jane@example.com' };
  const { json } = await fixture.caller.post(fixture.usersPath, { preferredUsername: 'Jane.Doe-1', name: 'Jane Doe', attributes });
  ({ sub } = json as { sub: string });
  user = `${fixture.usersPath}/${sub}`;
  ({ id: domainId } = (await fixture.rows.query<{ id: string }>('SELECT domain_id AS id FROM end_user WHERE sub = $1', [sub]))[0]!);
});

async function insertCredentialsAndSession(): Promise<void> {
  const { rows } = fixture;
  const owner = { domain_id: domainId, sub };
  await rows.insert('passkey', {
    ...owner,
    name: 'Phone',
    credential_id: Buffer.from('credential-id'),
    public_key: Buffer.from('public-key'),
  });
  await rows.insert('totp', { ...owner, secret: Buffer.from('totp-secret'), confirmed_at: new Date('2026-01-01T00:00:00Z') });
  await rows.insert('recovery_code', { ...owner, hash: hashOf('code') });
  await rows.insert('oidc_payload', {
    ...owner,
    uid: 'session-1',
    expires_at: new Date('2099-01-01T00:00:00Z'),
    payload: { uid: 'session-1', loginTs: 1_767_225_600, seenAt: 1_767_312_000, userAgent: 'Firefox/145.0', amr: ['passkey'] },
    sids: JSON.stringify({ shop: null }),
  });
  await rows.insert('client', { domain_id: domainId, client_id: 'shop' });
  const grant = { openid: { scope: 'openid email' }, resources: { 'https://api.example.com': 'orders' }, iat: 1_767_225_600 };
  const issued = { ...owner, client_id: 'shop', expires_at: new Date('2099-01-01T00:00:00Z') };
  await rows.insert('oidc_payload', { ...issued, model: 'Grant', payload: grant });
  for (const token of ['one', 'two']) await rows.insert('oidc_payload', { ...issued, model: 'RefreshToken', hash: hashOf(token) });
}

describe('export of a user', () => {
  it('has everything that is kept, with plain names and without secrets', async () => {
    await insertCredentialsAndSession();

    const { status, json, text, headers } = await fixture.caller.get(`${user}/export`);

    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: expect.stringMatching(/^application\/json/) });
    const time = expect.any(String);
    expect(json).toMatchObject({
      exportedAt: time,
      domain: fixture.usersPath.split('/')[3],
      sub,
      profile: [{ sub, identityProvider: 'local', active: true, attributes: { name: 'Jane Doe', email: 'jane@example.com' } }],
      passkeys: [{ name: 'Phone', createdAt: time }],
      authenticatorApps: [{ confirmedAt: '2026-01-01T00:00:00.000Z' }],
      recoveryCodes: [{ usedAt: null }],
      sessions: [
        { id: 'session-1', signedInAt: '2026-01-01T00:00:00.000Z', userAgent: 'Firefox/145.0', clients: ['shop'], methods: ['passkey'] },
      ],
      applications: [
        {
          client: 'shop',
          scope: 'openid email',
          resources: { 'https://api.example.com': 'orders' },
          grantedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      tokens: [{ type: 'RefreshToken', client: 'shop', count: 2, used: 0 }],
      log: [{ type: 'user.created', user: sub, data: { changed: ['email', 'name', 'preferred_username'] } }],
    });
    for (const secret of ['totp-secret', 'credential-id', 'public-key']) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) expect(text).not.toContain(Buffer.from(secret).toString(encoding));
    }
    expect(text).not.toContain(hashOf('code').toString('hex'));
  });

  it('streams a log of any length, in order and without gaps', async () => {
    await sql(
      fixture.database.url,
      `INSERT INTO log_entry (domain_id, type, actor_type, sub) SELECT $1, 'session.revoked', 'service', $2 FROM generate_series(1, 1200)`,
      [domainId, sub],
    );

    const { json } = await fixture.caller.get(`${user}/export`);

    const { log } = json as { log: { sequence: number; user: string }[] };
    expect(new Set(log.map((entry) => entry.user))).toEqual(new Set([sub]));
    expect(log).toHaveLength(1_201);
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_entry, index) => log[0]!.sequence + index));
  });

  it('has nothing of another user', async () => {
    const { json } = await fixture.caller.post(fixture.usersPath, { preferredUsername: 'Joe.Bloggs-1', name: 'Joe Bloggs' });
    await insertCredentialsAndSession();

    const { text } = await fixture.caller.get(`${fixture.usersPath}/${(json as { sub: string }).sub}/export`);

    for (const value of [sub, 'jane', 'Jane', 'Phone', 'shop']) expect(text).not.toContain(value);
  });

  it('is of an existing user of the domain, for callers who may read the log', async () => {
    const other = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
    const elsewhere = `/v1/domain/${await fixture.caller.registerDomain()}/user/${sub}/export`;
    const created = await fixture.caller.post('/v1/api-key', { name: 'support', permissions: ['user:read'] });
    const limited = fixture.management.as((created.json as { apiKey: string }).apiKey);

    expect(kindOf(await other.get(`${user}/export`))).toBe('404 /problems/domain-not-found');
    expect(kindOf(await fixture.caller.get(elsewhere))).toBe('404 /problems/user-not-found');
    expect((await limited.get(user)).status).toBe(200);
    expect(kindOf(await limited.get(`${user}/export`))).toBe('403 /problems/permission-denied');
  });
});
