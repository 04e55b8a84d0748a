import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useAuthFixture } from '../auth.fixture.js';
import { assertionClaims, ASSERTION_TYPE, generateAssertionKey, type AssertionKey } from './assertion/assertion.fixture.js';
import { clientCall, codeRequest } from '../in-process-auth.fixture.js';
import { DocumentServer, sendJson, sendText } from '../client/metadata-document/document-server.fixture.js';
import { MetadataDocumentService } from '../client/metadata-document/metadata-document.service.js';

const REDIRECT_URI = 'http://127.0.0.1/callback';
/** What most clients send in time. */
const NOT_CACHED = { 'cache-control': 'no-store' };

const fixture = useAuthFixture();
let server: DocumentServer;
let key: AssertionKey;

beforeAll(async () => {
  server = await DocumentServer.start();
  const metadata_documents = { enabled: true, hosts: null, resources: [] };
  await fixture.auth.rows.insert('client_registration', { domain_id: fixture.domain.id, metadata_documents });
  await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
});
beforeEach(async () => (key = await generateAssertionKey()));
afterAll(() => server.stop());

const inline = (...keys: AssertionKey[]) => ({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: keys.map(({ jwk }) => jwk) } });

/** Parameters that authenticate the client; null for none. */
async function sign(clientId: string, signer: AssertionKey | null): Promise<Record<string, string>> {
  if (signer === null) return {};
  return { client_assertion_type: ASSERTION_TYPE, client_assertion: await signer.sign(assertionClaims(clientId, fixture.domain)) };
}

async function post(path: string, clientId: string, parameters: Record<string, string>, signer: AssertionKey | null): Promise<Answer> {
  return fixture.send(path, clientCall(clientId, { ...parameters, ...(await sign(clientId, signer)) }, null));
}

const ask = (clientId: string) => codeRequest(clientId, { scope: 'openid offline_access', redirect_uri: REDIRECT_URI });

/** Signs the user in, who consents. @returns the parameters that redeem the code */
async function allow(clientId: string): Promise<Record<string, string>> {
  const browser = fixture.browser();
  const { request, verifier } = ask(clientId);
  const consentPage = await browser.authorizeAs(request, { sub: fixture.sub });
  const { location } = await browser.decide(consentPage, { consent: true });
  const code = location.searchParams.get('code')!;
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI };
}

async function signIn(clientId: string): Promise<{ access_token: string; refresh_token: string }> {
  const { status, text, json } = await post('/connect/token', clientId, await allow(clientId), key);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json as { access_token: string; refresh_token: string };
}

const refresh = (clientId: string, { refresh_token }: { refresh_token: string }, signer: AssertionKey | null) =>
  post('/connect/token', clientId, { grant_type: 'refresh_token', refresh_token }, signer);

/** Another process has read no document. */
const forget = () => fixture.auth.app.get(MetadataDocumentService).forget(fixture.domain.id);

describe('a client whose document names its keys', () => {
  it('gets, refreshes and revokes tokens by an assertion, pushes requests, and uses PKCE', async () => {
    const clientId = server.serve(inline(key));

    const tokens = await signIn(clientId);
    const refreshed = (await refresh(clientId, tokens, key)).json as typeof tokens;
    expect((await post('/connect/revocation', clientId, { token: refreshed.refresh_token }, key)).status).toBe(200);
    expect((await refresh(clientId, refreshed, key)).json).toMatchObject({ error: 'invalid_grant' });

    const { request } = ask(clientId);
    expect((await post('/connect/par', clientId, request, key)).status).toBe(201);
    delete request['code_challenge'];
    delete request['code_challenge_method'];
    expect((await post('/connect/par', clientId, request, key)).json).toMatchObject({ error: 'invalid_request' });
  });

  it('gets nothing without an assertion, or with one by another key, or with one twice', async () => {
    const clientId = server.serve(inline(key));
    const tokens = await signIn(clientId);
    const code = await allow(clientId);

    for (const signer of [null, await generateAssertionKey()]) {
      const answers = [
        await post('/connect/token', clientId, code, signer),
        await refresh(clientId, tokens, signer),
        await post('/connect/revocation', clientId, { token: tokens.refresh_token }, signer),
        await post('/connect/par', clientId, ask(clientId).request, signer),
      ];
      expect(answers.map(({ json }) => (json as { error: string }).error)).toEqual(answers.map(() => 'invalid_client'));
    }
    const assertion = await sign(clientId, key);
    const statuses = [await post('/connect/token', clientId, { ...code, ...assertion }, null), await refresh(clientId, tokens, key)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await post('/connect/par', clientId, { ...ask(clientId).request, ...assertion }, null)).json).toMatchObject({
      error: 'invalid_client',
    });
  });

  it('publishes its keys at jwks_uri, which is fetched again for an unknown key once a minute at most', async () => {
    const [jwksUri, next] = [server.add(sendJson({ keys: [key.jwk] })), await generateAssertionKey('ES256', 'key-2')];
    const clientId = server.serve({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: jwksUri });

    const tokens = await signIn(clientId);
    server.replace(jwksUri, sendJson({ keys: [next.jwk] }));

    expect((await refresh(clientId, tokens, next)).status).toBe(401);
    expect(server.hitsOf(jwksUri)).toBe(1);
  });

  it('cannot use what it was issued while its document cannot be read, or names no keys', async () => {
    const clientId = server.serve(inline(key), NOT_CACHED);
    const [tokens, code] = [await signIn(clientId), await allow(clientId)];

    for (const behaviour of [sendText('', {}, 503), sendJson({})]) {
      server.replace(clientId, behaviour);
      for (const signer of [null, key]) {
        forget();
        expect((await refresh(clientId, tokens, signer)).json).toMatchObject({ error: 'invalid_client' });
        const { json } = await post('/connect/token', clientId, code, signer);
        expect(json).toMatchObject({ error: expect.stringMatching(/^(invalid|unauthorized)_client$/) });
      }
    }
    server.change(clientId, {});
    forget();
    expect((await refresh(clientId, tokens, null)).json).toMatchObject({ error: 'invalid_client' });

    server.change(clientId, inline(key));
    forget();
    expect((await refresh(clientId, tokens, key)).status).toBe(200);
  });

  it('is refused in words that name what its developer must change', async () => {
    const clientId = server.serve({ token_endpoint_auth_method: 'private_key_jwt' });

    const { status, json } = await post('/connect/token', clientId, { grant_type: 'refresh_token', refresh_token: 'a' }, key);

    expect([status, json]).toEqual([
      401,
      { error: 'invalid_client', error_description: expect.stringMatching(/jwks or jwks_uri, one of the two/) },
    ]);
  });

  it('counts at the limits of clients without credentials', async () => {
    const clientId = server.serve(inline(key));

    await post('/connect/par', clientId, ask(clientId).request, key);

    const records = await fixture.auth.rows.query(
      `SELECT DISTINCT untouched_since IS NOT NULL AS untouched FROM oidc_payload WHERE domain_id = $1 AND model = 'PushedAuthorizationRequest'`,
      [fixture.domain.id],
    );
    expect(records).toEqual([{ untouched: true }]);
  });
});
