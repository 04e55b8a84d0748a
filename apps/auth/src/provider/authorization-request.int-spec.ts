import { describe, expect, it } from '@jest/globals';
import { BY_LINK, clientCall, codeRequest, REDIRECT_URI, answerOf } from '../in-process-auth.fixture.js';
import { useAuthFixture } from '../auth.fixture.js';
import type { Row } from '../../../../test/support/rows.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const fixture = useAuthFixture();

describe('authorization requests', () => {
  it.each<[string, Record<string, string>, string]>([
    ['for nothing that the client may have', { scope: 'admin' }, 'invalid_scope'],
    ['without a session that must not ask', { prompt: 'none' }, 'login_required'],
    ['for an unknown resource', { resource: 'https://api.example.com' }, 'invalid_target'],
    ['for what stands for all audiences', { resource: 'urn:latchkey:{all-audiences}' }, 'invalid_target'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with an unsigned request object', { request: 'e30.e30.' }, 'invalid_request_object'],
    ['with the address of a request', { request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
    ['for an id token at once', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['with an invalid ID token as hint', { id_token_hint: 'e30.e30.e30' }, 'invalid_request'],
  ])('rejects a request %s', async (_what, parameters, error) => {
    const { location } = await fixture.browser().authorize(fixture.codeRequest(parameters).request);

    expect(answerOf(location)).toMatchObject({ error, state: 'a-state', iss: fixture.domain.issuer });
  });

  it('requires PKCE from a public client', async () => {
    const app = await fixture.client({ client_type: 'Public' });
    const { code_challenge: _challenge, code_challenge_method: _method, ...request } = codeRequest(app).request;

    expect(answerOf((await fixture.browser().authorize(request)).location)).toMatchObject({ error: 'invalid_request' });
  });

  it('accepts a POST', async () => {
    const body = new URLSearchParams(fixture.codeRequest().request).toString();
    const browser = fixture.browser();

    const { location } = await browser.follow(await browser.request('/connect/authorize', { method: 'POST', headers: FORM, body }));

    expect(location.pathname).toMatch(/^\/sign-in\//);
  });

  it('requires a form in a POST', async () => {
    const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };

    expect((await fixture.send('/connect/authorize', call)).status).toBe(415);
  });

  it('returns unauthorized_client with the reason if the client may not request a code', async () => {
    const serviceId = await fixture.client({ grant_type: 'ClientCredentials', scope: 'openid', redirect_uris: [REDIRECT_URI] });
    const bareId = await fixture.client({ redirect_uris: null });
    const reason = 'has the grant type ClientCredentials, so it cannot request a code';
    const { location } = await fixture.browser().authorize(codeRequest(serviceId).request);
    const pushed = await fixture.send('/connect/par', clientCall(bareId, codeRequest(bareId).request));

    expect(answerOf(location)).toEqual({
      error: 'unauthorized_client',
      error_description: `client ${serviceId} ${reason}`,
      state: 'a-state',
      iss: fixture.domain.issuer,
    });
    expect([pushed.status, pushed.json]).toEqual([
      400,
      { error: 'unauthorized_client', error_description: `client ${bareId} has no redirect URIs, so it cannot request a code` },
    ]);
  });

  it('accepts a pushed request once', async () => {
    const { request } = fixture.codeRequest({ scope: 'openid offline_access' });
    const pushed = await fixture.post('/connect/par', request);
    const { request_uri: requestUri } = pushed.json as { request_uri: string };
    const browser = fixture.browser();

    const answer = await browser.signIn({ client_id: fixture.clientId, request_uri: requestUri }, { sub: fixture.sub });
    const again = await browser.authorize({ client_id: fixture.clientId, request_uri: requestUri });

    expect([pushed.status, answerOf(answer)]).toEqual([201, { code: expect.any(String), state: 'a-state', iss: fixture.domain.issuer }]);
    expect(again.answer.status).toBe(400);
  });

  it("answers with a form_post page that runs only Latchkey's script", async () => {
    const browser = await fixture.signedInBrowser();

    const { answer } = await browser.authorize(fixture.codeRequest({ response_mode: 'form_post', state: '"><script>' }).request);

    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/<form [^>]*action="https:\/\/app\.example\.com\/callback"/);
    expect(answer.text).toContain('value="&quot;>&lt;script>"');
    expect(answer.text).not.toMatch(/<script(?![^>]* src="\/assets\/)/);
    const policy = answer.headers['content-security-policy'];
    expect(policy).toContain(`script-src 'self';`);
    expect(policy).toContain(`frame-ancestors 'none'`);
  });

  it.each(['state', 'nonce', 'login_hint', 'ui_locales', 'claims_locales', 'display', 'acr_values', 'scope', 'prompt', 'code_challenge'])(
    'answers whatever %s contains',
    async (parameter) => {
      for (const value of ['\0', 'a\0b', '\ud800', '\u{1f600}', '__proto__', ' ', '%00']) {
        const browser = fixture.browser();
        const { answer, location } = await browser.authorize(fixture.codeRequest({ [parameter]: value }).request);

        expect(answer.status).toBeLessThan(500);
        if (location.pathname.startsWith('/sign-in/')) {
          const decided = await browser.decide(location, { signedIn: { sub: fixture.sub, ...BY_LINK } });
          expect(decided.answer.status).toBeLessThan(500);
        }
      }
    },
  );

  it.each([
    ['invalid_client', { client_id: 'nobody' }],
    ['invalid_redirect_uri', { redirect_uri: 'https://evil.example/' }],
  ])('answers with an error page, or JSON to a program, if the redirect URI is invalid: %s', async (error, parameters) => {
    const path = `/connect/authorize?${new URLSearchParams({ ...fixture.codeRequest().request, ...parameters }).toString()}`;

    const page = await fixture.browser().request(path);
    const program = await fixture.send(path, { headers: { Accept: 'application/json' } });

    expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain(page.headers['x-request-id'] as string);
    expect(page.text).toContain(`<code lang="en" dir="ltr">${error}: `);
    expect(page.text).not.toMatch(/(href|action|src)="[^"]*evil\.example/);
    expect([program.status, program.json]).toEqual([400, expect.objectContaining({ error })]);
  });

  it('logs an unregistered redirect URI in the domain, as it was sent', async () => {
    const other = await fixture.auth.domain(['ES256']);
    const shop = await fixture.auth.client(other);
    const headers = { 'X-Request-Id': 'request-1' };
    const sendTo = async (redirectUri: string, client = shop): Promise<void> => {
      const { request } = codeRequest(client, { redirect_uri: redirectUri });
      const query = new URLSearchParams(request).toString();
      expect((await fixture.auth.send(other.name, `/connect/authorize?${query}`, { headers })).status).toBe(400);
    };

    await sendTo('https://app.example.com/calback?é"');
    await sendTo(`https://app.example.com/${'x'.repeat(500)}`);
    await sendTo('https://app.example.com/calback', 'unknown');
    const { request } = codeRequest(shop, { redirect_uri: 'http://app.example.com/callback' });
    const call = clientCall(shop, request);
    const pushed = await fixture.auth.send(other.name, '/connect/par', { ...call, headers: { ...call.headers, ...headers } });

    expect([pushed.status, pushed.json]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
    const entries = await fixture.auth.rows.query<Row>(
      'SELECT type, actor_type, client_id, request_id, data FROM log_entry WHERE domain_id = $1 ORDER BY id',
      [other.id],
    );
    const entry = { type: 'client.redirect_uri_refused', actor_type: 'service', client_id: shop, request_id: 'request-1' };
    expect(entries).toEqual([
      { ...entry, data: { redirectUri: 'https://app.example.com/calback?%C3%A9%22' } },
      { ...entry, data: { redirectUri: expect.stringMatching(/^https:\/\/app\.example\.com\/x{176}\.\.\.$/) } },
      { ...entry, data: { redirectUri: 'http://app.example.com/callback' } },
    ]);
  });
});
