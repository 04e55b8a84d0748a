import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { useAuthFixture } from '../../auth.fixture.js';
import { ServedDomainService } from '../../domain/served-domain.service.js';
import { clientCall, codeRequest, SECRET, type Tokens } from '../../in-process-auth.fixture.js';
import { DocumentServer, sendText } from './document-server.fixture.js';
import { MetadataDocumentService } from './metadata-document.service.js';

const ORDERS = 'https://orders.example.com/mcp';
const REDIRECT_URI = 'http://127.0.0.1/callback';
/** Native clients listen on any port: RFC 8252 section 7.3. */
const USED_REDIRECT_URI = 'http://127.0.0.1:49152/callback';

const fixture = useAuthFixture();
let server: DocumentServer;

/** Replaces the settings as the management API does. */
async function configure(metadataDocuments: object): Promise<void> {
  const documents = { enabled: true, hosts: null, resources: ['orders'], ...metadataDocuments };
  await fixture.auth.rows.query(
    `INSERT INTO client_registration (domain_id, metadata_documents, dynamic_registration) VALUES ($1, $2, '{"enabled":false,"resources":[]}')
     ON CONFLICT (domain_id) DO UPDATE SET metadata_documents = EXCLUDED.metadata_documents`,
    [fixture.domain.id, JSON.stringify(documents)],
  );
  await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
}

beforeAll(async () => {
  server = await DocumentServer.start();
  const { rows } = fixture.auth;
  const scopes = JSON.stringify(['orders:read', 'orders:write'].map((scope) => ({ scope, description: scope })));
  for (const [resource_id, audience] of [
    ['orders', ORDERS],
    ['stock', 'https://stock.example.com'],
  ])
    await rows.insert('resource', { domain_id: fixture.domain.id, resource_id, audience, scopes });
  await configure({});
});

afterAll(() => server.stop());

const ask = (clientId: string, parameters: Record<string, string> = {}) =>
  codeRequest(clientId, {
    scope: 'openid offline_access orders:read',
    resource: ORDERS,
    redirect_uri: USED_REDIRECT_URI,
    ...parameters,
  });

/** Sends an authorization request that is refused on a page. */
async function refuse(clientId: string, parameters: Record<string, string> = {}): Promise<{ error: string; error_description: string }> {
  const query = new URLSearchParams(ask(clientId, parameters).request).toString();
  const { status, json } = await fixture.send(`/connect/authorize?${query}`, { headers: { Accept: 'application/json' } });
  expect(status).toBe(400);
  return json as { error: string; error_description: string };
}

/** Signs the user in, who consents. */
async function signIn(clientId: string, browser = fixture.browser()): Promise<Required<Tokens>> {
  const { request, verifier } = ask(clientId);
  const consentPage = await browser.authorizeAs(request, { sub: fixture.sub });
  expect(consentPage.pathname).toMatch(/^\/sign-in\//);
  const { location } = await browser.decide(consentPage, { consent: true });
  const code = location.searchParams.get('code')!;
  expect(`${location.origin}${location.pathname}`).toBe(USED_REDIRECT_URI);
  expect(location.searchParams.get('iss')).toBe(fixture.domain.issuer);
  return redeem(clientId, { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: USED_REDIRECT_URI });
}

const post = (path: string, clientId: string, parameters: Record<string, string>, headers: Record<string, string> = {}) => {
  const call = clientCall(clientId, parameters, null);
  return fixture.send(path, { ...call, headers: { ...call.headers, ...headers } });
};

async function redeem(clientId: string, parameters: Record<string, string>): Promise<Required<Tokens>> {
  const { status, text, json } = await post('/connect/token', clientId, parameters);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json as Required<Tokens>;
}

const refresh = (clientId: string, { refresh_token }: Required<Tokens>) =>
  redeem(clientId, { grant_type: 'refresh_token', refresh_token, resource: ORDERS });

async function introspect({ access_token: token }: Tokens): Promise<Record<string, unknown>> {
  const api = await fixture.client({ grant_type: 'ClientCredentials', audiences: [ORDERS] });
  return (await fixture.post('/connect/introspect', { token }, { clientId: api, secret: SECRET })).json as Record<string, unknown>;
}

describe('a client that is described by the document at its client_id', () => {
  it('gets tokens for the resource after consent, which are refreshed, introspected and revoked', async () => {
    const clientId = server.add();

    const tokens = await signIn(clientId);
    const refreshed = await refresh(clientId, tokens);

    expect(decodeJwt(refreshed.access_token)).toMatchObject({ aud: ORDERS, client_id: clientId, scope: 'orders:read', sub: fixture.sub });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ aud: clientId, nonce: 'a-nonce' });
    expect(await introspect(refreshed)).toMatchObject({ active: true, client_id: clientId, aud: ORDERS });
    expect((await post('/connect/revocation', clientId, { token: refreshed.refresh_token })).status).toBe(200);
    expect(await introspect(refreshed)).toEqual({ active: false });
    expect(await fixture.auth.rows.query('SELECT FROM client WHERE client_id = $1', [clientId])).toEqual([]);
  });

  it('gets a pushed request, and all scopes of the resource if it names none', async () => {
    const clientId = server.add();
    const { request } = ask(clientId);
    delete request['scope'];

    const { status, json } = await post('/connect/par', clientId, request);

    expect(status).toBe(201);
    const browser = fixture.browser();
    const { request_uri } = json as { request_uri: string };
    const consentPage = await browser.authorizeAs({ client_id: clientId, request_uri }, { sub: fixture.sub });
    expect(consentPage.pathname).toMatch(/^\/sign-in\//);
  });

  it('needs consent each time, also of a signed-in user', async () => {
    const [clientId, browser] = [server.add(), fixture.browser()];

    await signIn(clientId, browser);
    const { location } = await browser.authorize(ask(clientId).request);

    expect(location.pathname).toMatch(/^\/sign-in\//);
    const silent = await browser.authorize(ask(clientId, { prompt: 'none' }).request);
    expect(silent.location.searchParams.get('error')).toMatch(/consent_required|interaction_required/);
  });

  it('is named by its host alone', async () => {
    const clientId = server.serve({ client_name: 'Your bank', logo_uri: 'https://bank.example.com/logo.png' });
    const browser = fixture.browser();

    const consentPage = await browser.authorizeAs(ask(clientId).request, { sub: fixture.sub });
    const { json } = await browser.request(consentPage.pathname);

    const { client } = (json as { interaction: { client: { presentation: unknown } } }).interaction;
    const { host } = new URL(server.origin);
    expect(client.presentation).toEqual({
      name: host,
      logoUri: null,
      clientUri: null,
      policyUri: null,
      tosUri: null,
    });
  });

  it('needs PKCE', async () => {
    const { request } = ask(server.add());
    delete request['code_challenge'];
    delete request['code_challenge_method'];

    const { location } = await fixture.browser().authorize(request);

    expect(location.searchParams.get('error_description')).toMatch(/this client must use PKCE/);
  });

  it('gets nothing at resources that the domain does not name', async () => {
    const { location } = await fixture.browser().authorize(ask(server.add(), { resource: 'https://stock.example.com' }).request);

    expect(location.searchParams.get('error')).toBe('invalid_target');
  });

  it('is called at no redirect URI that its document lacks', async () => {
    expect(await refuse(server.add(), { redirect_uri: 'https://b.example.com/callback' })).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it('may call the token endpoint from the pages of its redirect URIs alone', async () => {
    const clientId = server.serve({ redirect_uris: ['http://localhost:6274/callback', REDIRECT_URI] });
    const grant = { grant_type: 'refresh_token', refresh_token: 'unknown' };
    const readOrigin = async (Origin: string) =>
      (await post('/connect/token', clientId, grant, { Origin })).headers['access-control-allow-origin'];

    expect(await readOrigin('http://localhost:6274')).toBe('http://localhost:6274');
    expect(await readOrigin('https://b.example.com')).toBeUndefined();
  });

  it('is refused with the words of its fault, which the log has once, too', async () => {
    const clientId = server.serve({ client_secret: 'a' });

    expect(await refuse(clientId)).toMatchObject({
      error: 'invalid_client',
      error_description: 'in the document at client_id, client_secret must not be in a document that everyone can read',
    });
    const entries = await fixture.auth.rows.query(`SELECT data FROM log_entry WHERE client_id = $1`, [clientId]);
    expect(entries).toEqual([{ data: { reason: expect.stringMatching(/client_secret must not/) } }]);
  });

  it('keeps its tokens while its document cannot be read, and starts no new request', async () => {
    const clientId = server.serve({}, { 'cache-control': 'no-store' });
    const tokens = await signIn(clientId);
    // Another process has not read the document.
    fixture.auth.app.get(MetadataDocumentService).forget(fixture.domain.id);
    server.replace(clientId, sendText('', {}, 503));

    expect(await introspect(tokens)).toMatchObject({ active: true });
    const refreshed = await refresh(clientId, tokens);
    expect((await refuse(clientId)).error_description).toMatch(/answered with the status 503/);
    expect(await introspect(refreshed)).toMatchObject({ active: true });
  });

  it('loses its tokens when the domain reads no documents, or none of its host, or names another resource', async () => {
    const clientId = server.add();
    const tokens = await signIn(clientId);

    for (const change of [{ enabled: false }, { hosts: ['b.example.com'] }, { resources: ['stock'] }]) {
      await configure(change);
      expect([change, await introspect(tokens)]).toEqual([change, { active: false }]);
    }
    await configure({ enabled: false });
    expect(await refuse(clientId)).toMatchObject({ error: 'invalid_client', error_description: expect.stringMatching(/reads no/) });
    await configure({});
    expect(await introspect(tokens)).toMatchObject({ active: true });
  });
});

describe('discovery', () => {
  it('announces client_id metadata documents where the domain reads them', async () => {
    const read = async () => (await fixture.send('/.well-known/oauth-authorization-server')).json;

    expect(await read()).toHaveProperty('client_id_metadata_document_supported', true);
    await configure({ enabled: false });
    expect(await read()).not.toHaveProperty('client_id_metadata_document_supported');
    await configure({});
  });
});

describe('documents in memory', () => {
  it('are read once for concurrent requests', async () => {
    const clientId = server.add();

    await Promise.all(Array.from({ length: 20 }, () => refuse(clientId, { redirect_uri: 'https://b.example.com/' })));

    expect(server.hitsOf(clientId)).toBe(1);
  });

  it('of 10,000 clients leave no row, and take at most 16 MB', async () => {
    const documents = fixture.auth.app.get(MetadataDocumentService);
    const domain = (await fixture.auth.app.get(ServedDomainService).find(fixture.domain.name))!;
    const count = async () => (await fixture.auth.rows.query('SELECT count(*) FROM client'))[0];
    const before = await count();

    for (let batch = 0; batch < 1_250; batch += 1) {
      await Promise.all(Array.from({ length: 8 }, () => documents.read(domain, server.add())));
    }

    expect(await count()).toEqual(before);
    expect(documents.bytes).toBeGreaterThan(0);
    expect(documents.bytes).toBeLessThanOrEqual(16_000_000);
  });
});
