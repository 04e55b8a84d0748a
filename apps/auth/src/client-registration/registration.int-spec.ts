import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { useAuthFixture } from '../auth.fixture.js';
import { clientCall, codeRequest, SECRET, type Tokens } from '../in-process-auth.fixture.js';
import { configure, createOpenDomain, json, METADATA, REDIRECT_URI, send } from './registration.fixture.js';

const ORDERS = 'https://orders.example.com/mcp';

interface Registered {
  client_id: string;
  registration_access_token: string;
  registration_client_uri: string;
  [member: string]: unknown;
}

const fixture = useAuthFixture();

beforeAll(async () => {
  const scopes = JSON.stringify(['orders:read', 'orders:write'].map((scope) => ({ scope, description: scope })));
  for (const [resource_id, audience] of [
    ['orders', ORDERS],
    ['stock', 'https://stock.example.com'],
  ])
    await fixture.auth.rows.insert('resource', { domain_id: fixture.domain.id, resource_id, audience, scopes });
  await configure(fixture.auth, fixture.domain);
});

async function register(metadata: object = {}, domain = fixture.domain): Promise<Registered> {
  const { status, text, json: answer } = await send(fixture.auth, domain, json({ ...METADATA, ...metadata }));
  if (status !== 201) throw new Error(`${status} ${text}`);
  return answer as Registered;
}

const manage = (method: string, clientId: string, token: string, body?: object) =>
  fixture.send(`/connect/register/${clientId}`, {
    ...(body && json(body)),
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), Authorization: `Bearer ${token}` },
  });

const ask = (clientId: string, parameters: Record<string, string> = {}) =>
  codeRequest(clientId, { scope: 'openid offline_access orders:read', resource: ORDERS, redirect_uri: REDIRECT_URI, ...parameters });

/** Signs the user in, who consents. */
async function signIn(clientId: string): Promise<Required<Tokens>> {
  const browser = fixture.browser();
  const { request, verifier } = ask(clientId);
  const consentPage = await browser.authorizeAs(request, { sub: fixture.sub });
  expect(consentPage.pathname).toMatch(/^\/sign-in\//);
  const { location } = await browser.decide(consentPage, { consent: true });
  const code = location.searchParams.get('code')!;
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI };
  return redeem(clientId, grant);
}

async function redeem(clientId: string, parameters: Record<string, string>): Promise<Required<Tokens>> {
  const { status, text, json: tokens } = await fixture.send('/connect/token', clientCall(clientId, parameters, null));
  if (status !== 200) throw new Error(`${status} ${text}`);
  return tokens as Required<Tokens>;
}

async function introspect({ access_token: token }: Tokens): Promise<Record<string, unknown>> {
  const api = await fixture.client({ grant_type: 'ClientCredentials', audiences: [ORDERS] });
  return (await fixture.post('/connect/introspect', { token }, { clientId: api, secret: SECRET })).json as Record<string, unknown>;
}

const eventsOf = (clientId: string) =>
  fixture.auth.rows.query('SELECT type, actor_type, data FROM log_entry WHERE client_id = $1 ORDER BY id', [clientId]);

describe('a client that registers itself', () => {
  it('learns what was registered: RFC 7591 section 3.2.1', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const {
      status,
      headers,
      json: answer,
    } = await send(fixture.auth, fixture.domain, json({ ...METADATA, scope: 'openid admin', software_id: 'ignored' }));

    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    const { client_id: id } = answer as Registered;
    expect(answer).toEqual({
      client_id: expect.stringMatching(/^[\w-]{20,}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'app.example.com',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'openid offline_access orders:read orders:write',
      registration_access_token: expect.stringMatching(/^[\w-]{43}$/),
      registration_client_uri: `${fixture.domain.issuer}/connect/register/${id}`,
    });
    expect((answer as { client_id_issued_at: number }).client_id_issued_at).toBeGreaterThanOrEqual(before);
    const changed = ['clientType', 'grantType', 'scope', 'redirectUris', 'policies', 'allowedOrigins'];
    expect(await eventsOf(id)).toEqual([{ type: 'client.created', actor_type: 'service', data: { changed } }]);
  });

  it('gets tokens after consent, which end with its registration', async () => {
    const { client_id: id, registration_access_token: token } = await register();

    const tokens = await signIn(id);
    const refreshed = await redeem(id, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, resource: ORDERS });

    expect(decodeJwt(refreshed.access_token)).toMatchObject({ aud: ORDERS, client_id: id, scope: 'orders:read', sub: fixture.sub });
    expect(await introspect(refreshed)).toMatchObject({ active: true, client_id: id });
    expect((await manage('DELETE', id, token)).status).toBe(204);
    expect(await introspect(refreshed)).toEqual({ active: false });
    expect((await manage('GET', id, token)).status).toBe(401);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['client.created', 'client.deleted']);
  });

  it('needs consent each time, whatever its operator sets', async () => {
    const { client_id: id } = await register();
    await fixture.auth.rows.query(`UPDATE client SET policies = NULL, revision = nextval('revision') WHERE client_id = $1`, [id]);
    const browser = fixture.browser();
    const consentPage = await browser.authorizeAs(ask(id).request, { sub: fixture.sub });
    await browser.decide(consentPage, { consent: true });

    const { location } = await browser.authorize(ask(id).request);

    expect(location.pathname).toMatch(/^\/sign-in\//);
  });

  it('is named by the hosts of its redirect URIs alone', async () => {
    const uris = [REDIRECT_URI, 'http://127.0.0.1:8080/a', 'http://127.0.0.1:9090/b'];
    const { client_id: id } = await register({ redirect_uris: uris, logo_uri: 'https://bank.example.com/logo.png' });
    const browser = fixture.browser();

    const consentPage = await browser.authorizeAs(ask(id).request, { sub: fixture.sub });
    const { json: page } = await browser.request(consentPage.pathname);

    const { client } = (page as { interaction: { client: { presentation: unknown } } }).interaction;
    const name = 'app.example.com, 127.0.0.1';
    expect(client.presentation).toEqual({
      name,
      logoUri: null,
      clientUri: null,
      policyUri: null,
      tosUri: null,
    });
  });

  it('needs PKCE', async () => {
    const { request } = ask((await register()).client_id);
    delete request['code_challenge'];
    delete request['code_challenge_method'];

    const { location } = await fixture.browser().authorize(request);

    expect(location.searchParams.get('error_description')).toMatch(/this client must use PKCE/);
  });

  it('gets nothing at resources that the domain does not name', async () => {
    const { client_id: id } = await register();

    const { location } = await fixture.browser().authorize(ask(id, { resource: 'https://stock.example.com' }).request);

    expect(location.searchParams.get('error')).toBe('invalid_target');
  });

  it('loses its tokens when clients may not register themselves, or another resource is named', async () => {
    const tokens = await signIn((await register()).client_id);

    for (const change of [{ enabled: false }, { resources: ['stock'] }]) {
      await configure(fixture.auth, fixture.domain, change);
      expect([change, await introspect(tokens)]).toEqual([change, { active: false }]);
    }
    await configure(fixture.auth, fixture.domain);
    expect(await introspect(tokens)).toMatchObject({ active: true });
  });
});

describe('a registration', () => {
  it('is read and replaced with its token: RFC 7592', async () => {
    const created = await register();
    const { client_id: id, registration_access_token: token } = created;

    expect((await manage('GET', id, token)).json).toEqual(created);
    const redirect_uris = ['https://b.example.com/callback'];
    const { status, json: replaced } = await manage('PUT', id, token, { ...METADATA, client_id: id, redirect_uris });

    expect([status, replaced]).toEqual([200, { ...created, redirect_uris, client_name: 'b.example.com' }]);
    expect((await manage('GET', id, token)).json).toEqual(replaced);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'client.updated',
      data: { changed: ['redirectUris', 'allowedOrigins'] },
    });
  });

  it('is not replaced by what is of another client, or wrong', async () => {
    const { client_id: id, registration_access_token: token } = await register();

    for (const body of [METADATA, { ...METADATA, client_id: 'another' }, { client_id: id, redirect_uris: [] }])
      expect((await manage('PUT', id, token, body)).status).toBe(400);
    expect((await manage('GET', id, token)).json).toMatchObject({ redirect_uris: [REDIRECT_URI] });
  });

  it('stays the agent of its owner, whatever it registers', async () => {
    const { client_id: id, registration_access_token: token } = await register();
    const agent = { name: 'Planner', kind: 'Agent', owner: fixture.sub, expiresAt: '2099-01-01T00:00:00.000Z' };
    await fixture.auth.rows.query(
      `UPDATE client SET presentation = $2, owner_id = $3, expires_at = '2099-01-01T00:00:00Z' WHERE client_id = $1`,
      [id, JSON.stringify(agent), fixture.sub],
    );

    const redirect_uris = ['https://other.example.com/callback'];
    expect((await manage('PUT', id, token, { ...METADATA, client_id: id, redirect_uris })).status).toBe(200);

    const [row] = await fixture.auth.rows.query(
      `SELECT presentation ->> 'kind' AS kind, presentation ->> 'owner' AS owner, owner_id, expires_at FROM client WHERE client_id = $1`,
      [id],
    );
    expect(row).toEqual({ kind: 'Agent', owner: fixture.sub, owner_id: fixture.sub, expires_at: new Date('2099-01-01T00:00:00Z') });
  });

  it.each(['GET', 'PUT', 'DELETE'])('refuses strangers (%s) without waiting for changes of the domain', async (method) => {
    const { client_id: id } = await register();
    const operator = new pg.Client(fixture.auth.database.url);
    await operator.connect();
    try {
      await operator.query('BEGIN');
      await operator.query('SELECT FROM domain WHERE id = $1 FOR NO KEY UPDATE', [fixture.domain.id]);

      expect((await manage(method, id, 'wrong', method === 'PUT' ? { ...METADATA, client_id: id } : undefined)).status).toBe(401);
    } finally {
      await operator.end();
    }
  });

  it.each(['GET', 'PUT', 'DELETE'])('is not shown, changed or removed (%s) with another token, nor are other clients', async (method) => {
    const { client_id: id, registration_access_token: own } = await register();
    const elsewhere = await register({}, await createOpenDomain(fixture.auth));
    const another = await register();
    const attempts = [
      [id, another.registration_access_token],
      [id, elsewhere.registration_access_token],
      [elsewhere.client_id, elsewhere.registration_access_token],
      [id, 'wrong'],
      ['unknown', own],
      [fixture.clientId, own],
    ] as const;

    const answers = await Promise.all(
      attempts.map(([clientId, token]) =>
        manage(method, clientId, token, method === 'PUT' ? { ...METADATA, client_id: clientId } : undefined),
      ),
    );

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([answers[0]!.status, answers[0]!.json]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })]);
    expect(answers[0]!.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect((await manage('GET', id, own)).status).toBe(200);
  });

  it('needs a token', async () => {
    const { client_id: id } = await register();

    expect((await fixture.send(`/connect/register/${id}`)).status).toBe(401);
  });
});

describe('a domain', () => {
  it('announces the endpoint, and has it, only where clients may register themselves', async () => {
    const { client_id: id, registration_access_token: token } = await register();
    const discover = async () => (await fixture.send('/.well-known/oauth-authorization-server')).json;
    expect(await discover()).toHaveProperty('registration_endpoint', `${fixture.domain.issuer}/connect/register`);

    await configure(fixture.auth, fixture.domain, { enabled: false });

    expect(await discover()).not.toHaveProperty('registration_endpoint');
    const answers = [await send(fixture.auth, fixture.domain), await manage('GET', id, token), await manage('DELETE', id, token)];
    expect(answers.map(({ status, headers }) => `${status} ${headers['content-type']}`)).toEqual(
      answers.map(() => expect.stringMatching(/^404 application\/problem\+json/)),
    );
    await configure(fixture.auth, fixture.domain);
    expect((await manage('GET', id, token)).status).toBe(200);
  });

  it('lets pages of every origin register a client', async () => {
    const Origin = 'http://localhost:6274';
    const preflight = await fixture.send('/connect/register', {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
    });
    const { headers } = await fixture.send('/connect/register', json(METADATA, { Origin }));

    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST']);
    expect([preflight.headers['access-control-allow-origin'], headers['access-control-allow-origin']]).toEqual([Origin, Origin]);
  });
});
