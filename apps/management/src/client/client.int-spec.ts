import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import type { Caller } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read write' };
const APP = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' };
const NULLS = {
  audiences: null,
  redirectUris: null,
  postSignOutRedirectUris: null,
  allowLocalLogin: null,
  providers: null,
  policies: null,
  allowedOrigins: null,
  accessTokenExpiry: null,
  idTokenExpiry: null,
  refreshTokenExpiry: null,
};
const COMPLETE = {
  clientType: 'Confidential',
  grantType: 'AuthorizationCode',
  scope: 'openid profile',
  audiences: ['https://api.example.com/', 'urn:example:api'],
  redirectUris: ['https://app.example.com/cb', 'http://127.0.0.1/cb'],
  postSignOutRedirectUris: ['https://app.example.com/'],
  allowLocalLogin: false,
  providers: ['google', 'größe'],
  policies: ['mfa', 'consent'],
  allowedOrigins: ['https://app.example.com'],
  accessTokenExpiry: 60,
  idTokenExpiry: 120,
  refreshTokenExpiry: 31_536_000,
};
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const SECRET = /^[\w-]{43}$/;

let caller: Caller;
let clients: string;

const fixture = useManagementFixture();

beforeEach(async () => {
  caller = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
  clients = `/v1/domain/${await caller.registerDomain()}/client`;
});

function secretOf({ status, json }: Answer): string | null {
  expect(status).toBe(200);
  expect(Object.keys(json as object)).toEqual(['clientSecret']);
  return (json as { clientSecret: string | null }).clientSecret;
}

async function shown(clientId: string): Promise<Record<string, unknown>> {
  return (await caller.get(`${clients}/${clientId}`)).json as Record<string, unknown>;
}

it('warns about a client that no user can sign in with, by a link when it is provisioned and shown', async () => {
  const bodies = [APP, { ...APP, redirectUris: [] }, SERVICE, COMPLETE, { ...APP, scope: '' }];
  const answers = await Promise.all(bodies.map((body, n) => caller.put(`${clients}/client-${n}`, body)));

  const warning = '</problems/redirect-uris-missing>; rel="help"; title="The client has no redirect URI"';
  expect(answers.map(({ status, headers }) => [status, headers['link']])).toEqual(
    [200, 200, 200, 200, 400].map((status, n) => [status, n < 2 ? warning : undefined]),
  );
  const reads = await Promise.all(bodies.map((_, n) => caller.get(`${clients}/client-${n}`)));
  expect(reads.map(({ status, headers }) => [status, headers['link']])).toEqual(
    [200, 200, 200, 200, 404].map((status, n) => [status, n < 2 ? warning : undefined]),
  );
});

describe('first provisioning of a client', () => {
  it('creates a secret of 256 bits for a confidential client', async () => {
    const secrets = await Promise.all(['a', 'b'].map(async (id) => secretOf(await caller.put(`${clients}/${id}`, SERVICE))));

    for (const secret of secrets) expect(secret).toMatch(SECRET);
    expect(secrets[0]).not.toBe(secrets[1]);
  });

  it('creates no secret for a public client', async () => {
    expect(secretOf(await caller.put(`${clients}/app`, APP))).toBeNull();
    expect(
      await sql(
        fixture.database.url,
        `SELECT FROM client_secret WHERE client_id = 'app' AND domain_id = (SELECT id FROM domain WHERE name = $1)`,
        [clients.split('/')[3]],
      ),
    ).toEqual([]);
  });

  it.each(['a', 'x'.repeat(128), 'A-z_0.9~', '0', '...', '~'])('accepts the id %s', async (clientId) => {
    expect((await caller.put(`${clients}/${clientId}`, SERVICE)).status).toBe(200);
    expect(await shown(clientId)).toMatchObject({ clientId });
  });

  it.each(['x'.repeat(129), 'a b', 'a%20b', 'a%2Fb', 'a:b', 'a@b', '%C3%A9', '%00', '%25', 'a+b', 'a,b', "a'b", '%E2%80%8B', '*'])(
    'rejects the id %s',
    async (clientId) => {
      for (const answer of await Promise.all([
        caller.put(`${clients}/${encodeURI(clientId).replaceAll('%25', '%')}`, SERVICE),
        caller.get(`${clients}/${encodeURI(clientId).replaceAll('%25', '%')}`),
        caller.delete(`${clients}/${encodeURI(clientId).replaceAll('%25', '%')}`),
      ])) {
        expect(kindOf(answer)).toMatch(/^400 .problems.invalid-request$/);
      }
      expect((await caller.get(clients)).json).toEqual([]);
    },
  );
});

describe('client responses', () => {
  it('contain every field, null if omitted', async () => {
    await caller.put(`${clients}/plain`, SERVICE);

    expect(await shown('plain')).toEqual({ ...NULLS, ...SERVICE, clientId: 'plain', createdAt: TIME, updatedAt: TIME });
  });

  it('return every field as it was sent', async () => {
    await caller.put(`${clients}/complete`, COMPLETE);

    expect(await shown('complete')).toEqual({ ...COMPLETE, clientId: 'complete', createdAt: TIME, updatedAt: TIME });
  });

  it('are the same in the list, which has all clients of the domain, oldest first', async () => {
    const ids = ['c', 'a', 'b'];
    for (const id of ids) await caller.put(`${clients}/${id}`, id === 'a' ? COMPLETE : APP);

    await caller.put(`${clients}/b/active`, { active: false });
    await caller.put(`${clients}/b/presentation`, { name: 'Books' });

    const { json } = await caller.get(clients);

    const all = (await Promise.all(ids.map(shown))) as object[];
    expect(json).toEqual(all.map((client, n) => ({ ...client, active: ids[n] !== 'b', name: ids[n] === 'b' ? 'Books' : null })));
  });

  it('never contain a secret or its hash', async () => {
    const secret = secretOf(await caller.put(`${clients}/secretive`, SERVICE))!;
    const hash = createHash('sha256').update(secret).digest();

    const [list, one, again] = await Promise.all([
      caller.get(clients),
      caller.get(`${clients}/secretive`),
      caller.put(`${clients}/secretive`, SERVICE),
    ]);

    for (const { text } of [list, one, again]) {
      for (const word of [secret, hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')])
        expect(text).not.toContain(word);
    }
    for (const { text } of [list, one]) expect(text).not.toMatch(/secret"|hash|revision|domainId/i);
  });

  it('return 404 for a client that does not exist', async () => {
    expect((await caller.get(`${clients}/absent`)).json).toMatchObject({
      type: '/problems/client-not-found',
      status: 404,
      detail: expect.stringContaining('absent'),
    });
  });
});

describe('repeated provisioning of a client', () => {
  it('keeps secret and times if the configuration is unchanged', async () => {
    await caller.put(`${clients}/same`, COMPLETE);
    const before = await shown('same');
    const stored = (): Promise<object[]> => sql(fixture.database.url, `SELECT revision FROM client WHERE client_id = 'same'`);
    const [revision] = await stored();

    expect(secretOf(await caller.put(`${clients}/same`, COMPLETE))).toBeNull();

    expect(await shown('same')).toEqual(before);
    expect(await stored()).toEqual([revision]);
    expect(await sql(fixture.database.url, `SELECT FROM client_secret WHERE client_id = 'same'`)).toHaveLength(1);
  });

  it('treats null and absent alike', async () => {
    await caller.put(`${clients}/nulls`, SERVICE);
    const before = await shown('nulls');

    await caller.put(`${clients}/nulls`, { ...SERVICE, ...NULLS });

    expect(await shown('nulls')).toEqual(before);
  });

  it('replaces the whole configuration, and keeps the secret', async () => {
    await caller.put(`${clients}/changed`, COMPLETE);
    const before = await shown('changed');

    expect(secretOf(await caller.put(`${clients}/changed`, SERVICE))).toBeNull();

    const after = await shown('changed');
    expect(after).toEqual({ ...NULLS, ...SERVICE, clientId: 'changed', createdAt: before['createdAt'], updatedAt: TIME });
    expect(Date.parse(String(after['updatedAt']))).toBeGreaterThan(Date.parse(String(before['updatedAt'])));
    expect(await sql(fixture.database.url, `SELECT FROM client_secret WHERE client_id = 'changed'`)).toHaveLength(1);
  });

  it.each([
    [SERVICE, APP],
    [APP, SERVICE],
    [APP, { ...APP, clientType: 'Confidential' }],
  ])('%j keeps its clientType: %j is a conflict', async (first, second) => {
    await caller.put(`${clients}/typed`, first);
    const before = await shown('typed');

    const answer = await caller.put(`${clients}/typed`, second);

    expect(answer.json).toEqual({
      type: '/problems/client-conflict',
      title: 'The client cannot be changed in this way',
      status: 409,
      detail: expect.stringContaining(`typed is a ${first.clientType} client`),
      instance: expect.any(String),
      errors: [{ pointer: '/clientType', detail: `must stay ${first.clientType}` }],
    });
    expect(await shown('typed')).toEqual(before);
  });

  it('changes nothing if the request is invalid', async () => {
    await caller.put(`${clients}/invalid`, COMPLETE);
    const before = await shown('invalid');

    const answer = await caller.put(`${clients}/invalid`, { ...COMPLETE, scope: '', redirectUris: ['https://a.example/', '/b'], other: 1 });

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request' } });
    const { errors } = answer.json as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/other', '/scope', '/redirectUris/1']);
    expect(await shown('invalid')).toEqual(before);
  });

  it('may publish a superseded key for longer: the domain stores its longest expiry ever', async () => {
    const longest = (): Promise<object[]> =>
      sql(fixture.database.url, 'SELECT longest_expiry AS seconds FROM domain WHERE name = $1', [clients.split('/')[3]]);
    expect(await longest()).toEqual([{ seconds: 3_600 }]);

    await caller.put(`${clients}/long`, { ...SERVICE, accessTokenExpiry: 86_400 });
    await caller.put(`${clients}/long`, { ...SERVICE, accessTokenExpiry: 60 });

    expect(await longest()).toEqual([{ seconds: 86_400 }]);
  });
});

describe('removing a client', () => {
  it('removes its secrets and everything that was issued to it', async () => {
    await caller.put(`${clients}/gone`, SERVICE);
    await caller.put(`${clients}/kept`, SERVICE);
    await sql(
      fixture.database.url,
      `INSERT INTO oidc_payload (domain_id, model, hash, payload, client_id)
       SELECT domain_id, 'AccessToken', sha256(client_id::bytea), '{}', client_id FROM client WHERE client_id IN ('gone', 'kept')`,
    );

    const { status, text, headers } = await caller.delete(`${clients}/gone`);

    expect({ status, text, length: headers['content-length'] }).toEqual({ status: 200, text: '', length: '0' });
    expect(kindOf(await caller.get(`${clients}/gone`))).toBe('404 /problems/client-not-found');
    expect((await caller.get(clients)).json).toMatchObject([{ clientId: 'kept' }]);
    for (const table of ['client_secret', 'oidc_payload']) {
      expect(await sql(fixture.database.url, `SELECT client_id FROM ${table} WHERE client_id IN ('gone', 'kept')`)).toEqual([
        { client_id: 'kept' },
      ]);
    }
  });

  it('returns 404 afterwards, and for a client that never existed', async () => {
    await caller.put(`${clients}/once`, SERVICE);
    await caller.delete(`${clients}/once`);

    expect(kindOf(await caller.delete(`${clients}/once`))).toBe('404 /problems/client-not-found');
    expect(kindOf(await caller.delete(`${clients}/never`))).toBe('404 /problems/client-not-found');
  });

  it('allows the client to be created again, with another type and secret', async () => {
    await caller.put(`${clients}/back`, APP);
    await caller.delete(`${clients}/back`);

    expect(secretOf(await caller.put(`${clients}/back`, SERVICE))).toMatch(SECRET);
  });
});

describe('clients with the same id in two domains', () => {
  it('are independent of each other', async () => {
    const others = `/v1/domain/${await caller.registerDomain()}/client`;
    const [mine, theirs] = [secretOf(await caller.put(`${clients}/app`, SERVICE)), secretOf(await caller.put(`${others}/app`, SERVICE))];
    expect(mine).not.toBe(theirs);

    await caller.put(`${clients}/app`, { ...SERVICE, scope: 'other' });
    expect((await caller.get(`${others}/app`)).json).toMatchObject({ scope: SERVICE.scope });

    await caller.delete(`${clients}/app`);
    expect((await caller.get(others)).json).toMatchObject([{ clientId: 'app' }]);
  });
});
