import { describe, expect, it } from '@jest/globals';
import { runCli } from '../../../../test/support/cli.js';
import { managementSettings, MASTER_KEY } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createRequest, SECRET, useIdentityProviderFixture } from './identity-provider.fixture.js';

const ISO_TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

const fixture = useIdentityProviderFixture({ AUTH_URL: 'https://{domain}' });

async function readRow(): Promise<{ client_secret: Buffer | null; revision: string; name: string; domain_id: string }> {
  const [row] = await sql<{ client_secret: Buffer | null; revision: string; name: string; domain_id: string }>(
    fixture.database.url,
    'SELECT provider.* FROM identity_provider AS provider JOIN domain ON domain.id = domain_id WHERE domain.name = $1',
    [fixture.domain],
  );
  return row!;
}

const DEFAULTS = {
  name: 'northwind',
  clientId: 'latchkey',
  hasClientSecret: true,
  tokenEndpointAuthMethod: 'client_secret_basic',
  scopes: ['openid', 'profile', 'email'],
  claimMapping: expect.objectContaining({ preferred_username: 'preferred_username', email: 'email', name: 'name' }),
  displayName: 'northwind',
  enabled: true,
  trustEmailVerified: false,
  createUsers: true,
  requireNonce: true,
  responseMode: null,
  requiredClaims: {},
  createdAt: ISO_TIMESTAMP,
  updatedAt: ISO_TIMESTAMP,
};

describe('identity providers', () => {
  it('have defaults, and list what to register, but never show the secret', async () => {
    const put = await fixture.caller.put(fixture.path, createRequest(fixture));

    const shown = {
      ...DEFAULTS,
      issuer: fixture.upstream.issuer,
      redirectUri: `https://${fixture.domain}/connect/federation/northwind`,
      postLogoutRedirectUri: `https://${fixture.domain}/connect/federation/northwind/signed-out`,
      backchannelLogoutUri: `https://${fixture.domain}/connect/federation/northwind/logout`,
      jwksUri: `https://${fixture.domain}/.well-known/jwks.json`,
    };
    expect(put).toMatchObject({ status: 200, json: shown });
    expect(put.json).not.toHaveProperty('kind');
    expect(await fixture.caller.get(fixture.path)).toMatchObject({ status: 200, json: put.json });
    expect(await fixture.caller.get(fixture.path.replace(/\/\w+$/, ''))).toMatchObject({
      status: 200,
      json: [put.json],
      headers: { 'x-total-count': '1' },
    });
    expect(put.text).not.toContain(SECRET);
    expect(fixture.upstream.paths).toEqual(['/.well-known/openid-configuration']);
  });

  it('are stored with an encrypted secret', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));

    const { client_secret: encryptedSecret } = await readRow();
    expect(encryptedSecret!.includes(SECRET)).toBe(false);
    expect(JSON.stringify(fixture.management.events)).not.toContain(SECRET);
  });

  it('are returned as stored', async () => {
    const all = {
      issuer: fixture.upstream.issuer,
      clientId: 'latchkey at northwind',
      tokenEndpointAuthMethod: 'client_secret_post',
      scopes: ['openid', 'https://graph.example.com/User.Read'],
      claimMapping: { upn: 'preferred_username', mail: 'email', 'https://example.com/department': 'department' },
      displayName: 'Northwind Bank',
      enabled: false,
      trustEmailVerified: true,
      createUsers: false,
      requireNonce: false,
      responseMode: 'form_post',
      requiredClaims: { hd: 'example.com', level: 2, email_verified: true },
    };

    await fixture.caller.put(fixture.path, { ...all, clientSecret: SECRET });

    expect(await fixture.caller.get(fixture.path)).toMatchObject({ json: all });
  });

  it('need no secret with private_key_jwt, and then have none', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));

    const put = await fixture.caller.put(
      fixture.path,
      createRequest(fixture, { clientSecret: null, tokenEndpointAuthMethod: 'private_key_jwt' }),
    );

    expect(put).toMatchObject({ status: 200, json: { hasClientSecret: false, tokenEndpointAuthMethod: 'private_key_jwt' } });
    expect((await readRow()).client_secret).toBeNull();
  });

  it('are the same after a repeated PUT', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));
    const before = await readRow();

    await fixture.caller.put(fixture.path, createRequest(fixture));
    await fixture.caller.put(fixture.path, createRequest(fixture, { clientSecret: undefined, enabled: true, displayName: 'northwind' }));

    const after = await readRow();
    expect({ ...after, revision: before.revision }).toEqual(before);
    // Makes the auth server fetch metadata and keys again.
    expect(after.revision).not.toBe(before.revision);
    expect(await listLogEntries()).toEqual([['northwind', expect.arrayContaining(['issuer', 'clientId', 'clientSecret'])]]);
    expect(JSON.stringify(await listLogEntries())).not.toContain('kind');
  });

  it('keep their secret if none is given, and accept a new one', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));
    const first = await readRow();
    await fixture.caller.put(fixture.path, createRequest(fixture, { clientSecret: undefined, displayName: 'Northwind' }));
    const second = await readRow();
    await fixture.caller.put(fixture.path, createRequest(fixture, { clientSecret: 'another', displayName: 'Northwind' }));
    const third = await readRow();

    expect(second.client_secret).toEqual(first.client_secret);
    expect(third.client_secret).not.toEqual(first.client_secret);
    expect(new Set([first, second, third].map(({ revision }) => revision)).size).toBe(3);
    expect(await listLogEntries()).toEqual([
      ['northwind', ['clientSecret']],
      ['northwind', ['displayName']],
      ['northwind', expect.arrayContaining(['clientSecret'])],
    ]);
  });

  it('are created once by concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, n) => fixture.caller.put(fixture.path, createRequest(fixture, { clientSecret: `secret ${n}` }))),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await fixture.caller.get(fixture.path.replace(/\/\w+$/, ''))).json).toHaveLength(1);
  });

  it('hold no transaction open while waiting for the network', async () => {
    fixture.upstream.setBehavior(() => undefined);
    const put = fixture.caller.put(fixture.path, createRequest(fixture));
    await fixture.rows.until('true');

    const [open] = await sql<{ count: number }>(
      fixture.database.url,
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );

    expect(open).toEqual({ count: 0 });
    expect(await put).toMatchObject({ status: 400, json: { type: '/problems/provider-unreachable' } });
  });
});

async function listLogEntries(): Promise<unknown[]> {
  const { json } = await fixture.caller.get(
    `/v1/domain/${fixture.domain}/log?type=identity_provider.created&type=identity_provider.updated`,
  );
  return (json as { data: { identityProvider: string; changed: string[] } }[]).map(({ data }) => [data.identityProvider, data.changed]);
}

describe('removed identity providers', () => {
  async function insertUser(issuer: string): Promise<string> {
    const [row] = await sql<{ id: string }>(fixture.database.url, 'SELECT id FROM domain WHERE name = $1', [fixture.domain]);
    const values = { domain_id: row!.id, identity_provider: 'northwind', upstream_issuer: issuer, upstream_sub: 'them' };
    const { sub } = await fixture.rows.insert<{ sub: string }>('end_user', values);
    await fixture.rows.insert('user_count', { domain_id: row!.id, identity_provider: 'northwind' });
    return sub;
  }

  it('no longer exist, while their users do', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));
    const insertedUser = await insertUser(fixture.upstream.issuer);

    expect(await fixture.caller.delete(fixture.path)).toMatchObject({ status: 204, text: '' });

    expect(await fixture.caller.get(fixture.path)).toMatchObject({ status: 404, json: { type: '/problems/provider-not-found' } });
    const listed = (await fixture.caller.get(`/v1/domain/${fixture.domain}/user?identityprovider=northwind`)).json;
    expect(listed).toMatchObject([{ sub: insertedUser }]);
    expect((await fixture.caller.delete(`/v1/domain/${fixture.domain}/user/${insertedUser}`)).status).toBe(204);
  });

  it('are logged, and cannot be removed again', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));

    const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.caller.delete(fixture.path)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
    const { json } = await fixture.caller.get(`/v1/domain/${fixture.domain}/log?type=identity_provider.deleted`);
    expect(json).toMatchObject([{ data: { identityProvider: 'northwind' }, actor: { type: 'api_key' } }]);
  });
});

// Runs last, because the running service does not know the new master key and can no longer read the log's key.
describe('secret of an identity provider', () => {
  it('is re-encrypted when master keys rotate', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));
    const before = await readRow();
    const settings = { ...managementSettings(fixture.database.url), MASTER_KEY: `${Buffer.alloc(32, 9).toString('base64')},${MASTER_KEY}` };
    await sql(fixture.database.url, 'DELETE FROM signing_key');
    await sql(fixture.database.url, 'DELETE FROM identity_provider WHERE domain_id <> $1', [before.domain_id]);

    const { code, stdout } = await runCli(settings, 'master-key', 'rotate', '--json');

    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"resealed":4}\n' });
    expect((await readRow()).client_secret).not.toEqual(before.client_secret);
  });
});
