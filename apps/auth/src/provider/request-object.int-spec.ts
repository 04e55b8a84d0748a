import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, type JWTHeaderParameters } from 'jose';
import { ASSERTION_TYPE, assertionClaims, generateAssertionKey } from '../client-authentication/assertion/assertion.fixture.js';
import { clientCall, codeRequest, REDIRECT_URI, type Tokens, answerOf, codeGrant } from '../in-process-auth.fixture.js';
import { keyMethod, refused, RequestObjectFixture, signText } from './request-object.fixture.js';

const PERMITTED = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

let fixture: RequestObjectFixture;
let user: string;

beforeAll(async () => {
  fixture = await RequestObjectFixture.start();
  user = await fixture.auth.user(fixture.domain);
}, 60_000);

afterAll(() => fixture.auth.stop());

async function redeem(response: URL, verifier: string): Promise<Tokens> {
  const call = clientCall(fixture.clientId, codeGrant(response, verifier));
  const { status, text, json } = await fixture.auth.send(fixture.domain.name, '/connect/token', call);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json as Tokens;
}

describe('signed request objects', () => {
  it('start the code flow at the authorization endpoint', async () => {
    const { request, verifier } = codeRequest(fixture.clientId, { scope: 'openid offline_access orders', nonce: 'signed-nonce' });

    const answer = await fixture.auth
      .browser(fixture.domain)
      .signIn({ client_id: fixture.clientId, request: await fixture.sign(request) }, { sub: user });

    expect(answerOf(answer)).toEqual({ code: expect.any(String), state: 'a-state', iss: fixture.domain.issuer });
    const tokens = await redeem(answer, verifier);
    expect(tokens).toMatchObject({ scope: 'openid offline_access orders', refresh_token: expect.any(String) });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: user, nonce: 'signed-nonce', aud: fixture.clientId });
  });

  it('start the code flow with a pushed request, once', async () => {
    const { request, verifier } = codeRequest(fixture.clientId, { scope: 'openid offline_access' });
    const pushed = await fixture.push(await fixture.sign(request));
    const { request_uri: requestUri, expires_in: lifetime } = pushed.json as { request_uri: string; expires_in: number };
    const browser = fixture.auth.browser(fixture.domain);

    const answer = await browser.signIn({ client_id: fixture.clientId, request_uri: requestUri }, { sub: user });
    const again = await browser.authorize({ client_id: fixture.clientId, request_uri: requestUri });

    expect(pushed.status).toBe(201);
    expect(lifetime).toBeGreaterThan(50);
    expect((await redeem(answer, verifier)).refresh_token).toEqual(expect.any(String));
    expect(again.answer.status).toBe(400);
  });

  it('accepts a pushed request object of a client that authenticates with the same key', async () => {
    const { domain, keys, clientId } = fixture;
    const assertion = await keys.own.sign(assertionClaims(clientId, domain));
    const authentication = { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
    const call = clientCall(clientId, { request: await fixture.sign(), ...authentication }, null);

    expect((await fixture.auth.send(domain.name, '/connect/par', call)).status).toBe(201);
  });

  it('accepts a request object by POST', async () => {
    const body = new URLSearchParams({ client_id: fixture.clientId, request: await fixture.sign() }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const browser = fixture.auth.browser(fixture.domain);

    const { location } = await browser.follow(await browser.request('/connect/authorize', { method: 'POST', headers, body }));

    expect(location.pathname).toMatch(/^\/sign-in\//);
  });

  it.each(PERMITTED)('accepts a request object signed with %s', async (alg) => {
    const own = await generateAssertionKey(alg, `key-${alg}`);
    const id = await fixture.client([keyMethod(own.jwk)]);

    expect((await fixture.push(await own.sign(fixture.claims({}, id)), {}, id)).status).toBe(201);
  });

  it('accepts a request object signed with a key that the client publishes', async () => {
    const publisher = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [fixture.keys.own.jwk] }));
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    try {
      const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/jwks`;
      const id = await fixture.client([{ type: 'PrivateKeyJwt', jwks_uri: address, jwks: null }]);

      expect((await fixture.push(await fixture.keys.own.sign(fixture.claims({}, id)), {}, id)).status).toBe(201);
      const [status, json] = (await fixture.refusal(await fixture.keys.ofAnother.sign(fixture.claims({}, id)), id)) as [number, unknown];
      expect([status, json]).toEqual(refused(`no PrivateKeyJwt key of client ${id} verifies the signature of the request object`));
    } finally {
      publisher.close().closeAllConnections();
    }
  });

  it('rejects a request object of a client whose keys cannot be fetched', async () => {
    const id = await fixture.client([{ type: 'PrivateKeyJwt', jwks_uri: 'http://127.0.0.1:9/jwks', jwks: null }]);

    expect(await fixture.refusal(await fixture.keys.own.sign(fixture.claims({}, id)), id)).toEqual(
      refused(`the keys of client ${id} cannot be fetched`),
    );
  });

  it('verifies each of many concurrent request objects with its own key', async () => {
    const second = await generateAssertionKey('ES256', 'key-2');
    const id = await fixture.client([keyMethod(fixture.keys.own.jwk, second.jwk)]);
    const objects = await Promise.all(
      [fixture.keys.own, second, fixture.keys.own, second].map((each) => each.sign(fixture.claims({}, id))),
    );

    const answers = await Promise.all(objects.map((each) => fixture.push(each, {}, id)));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  it.each<[string, Partial<JWTHeaderParameters>]>([
    ['none', {}],
    ['JWT', { typ: 'JWT' }],
    ['its own', { typ: 'oauth-authz-req+jwt' }],
    ['its own as a media type', { typ: 'application/OAuth-Authz-Req+JWT' }],
  ])('accepts the typ %s', async (_what, header) => {
    expect((await fixture.push(await fixture.sign({}, header))).status).toBe(201);
  });

  it('accepts a request object without exp, and with the issuer among its audiences', async () => {
    const pushed = await fixture.push(
      await fixture.sign({ exp: undefined, nbf: undefined, iat: undefined, aud: ['https://other', fixture.domain.issuer] }),
    );

    expect([pushed.status, pushed.json]).toEqual([201, { request_uri: expect.any(String), expires_in: 60 }]);
  });

  it('limits the lifetime of a pushed request object to its exp', async () => {
    const pushed = await fixture.push(await fixture.sign({ exp: Math.floor(Date.now() / 1_000) + 20 }));

    expect((pushed.json as { expires_in: number }).expires_in).toBeLessThanOrEqual(20);
  });
});

describe('parameters of a request object', () => {
  it.each<[string, object]>([
    ['within it', {}],
    ['with those of OpenID Connect Core section 6.1 outside', { response_type: 'code', scope: 'openid' }],
    ['with others outside, which are ignored', { scope: 'openid admin', redirect_uri: REDIRECT_URI, state: 'outside', prompt: 'none' }],
  ])('uses the parameters %s', async (_what, outside) => {
    const { request, verifier } = codeRequest(fixture.clientId, { scope: 'openid orders', state: 'inside' });
    const object = await fixture.sign(request);

    const direct = await fixture.auth
      .browser(fixture.domain)
      .signIn({ client_id: fixture.clientId, request: object, ...outside }, { sub: user });
    const pushed = (await fixture.push(object, outside)).json as { request_uri: string };
    const second = await fixture.auth
      .browser(fixture.domain)
      .signIn({ client_id: fixture.clientId, request_uri: pushed.request_uri, ...outside }, { sub: user });

    for (const answer of [direct, second]) {
      expect(answerOf(answer)).toMatchObject({ code: expect.any(String), state: 'inside' });
      expect(await redeem(answer, verifier)).toMatchObject({ scope: 'openid orders' });
    }
  });

  it('does not take parameters from the query if the object lacks them', async () => {
    const { request } = codeRequest(fixture.clientId);
    const object = await fixture.sign({ redirect_uri: undefined, code_challenge: undefined, code_challenge_method: undefined });

    const missing = refused("missing required parameter 'redirect_uri'", 'invalid_request');
    const pushed = await fixture.push(object, request);
    expect([pushed.status, pushed.json]).toEqual(missing);
    expect((await fixture.authorize(object, request)).answer.status).toBe(400);
  });

  it('accepts numbers, objects and lists as parameters', async () => {
    const claims = { id_token: { auth_time: { essential: true } } };

    const { location } = await fixture.authorize(await fixture.sign({ max_age: 600, claims, resource: [fixture.domain.issuer] }));

    expect(location.pathname).toMatch(/^\/sign-in\//);
  });

  it.each(['pushed', 'direct'])('requires a new sign-in for max_age=0, %s', async (how) => {
    const browser = fixture.auth.browser(fixture.domain);
    await browser.signIn(codeRequest(fixture.clientId).request, { sub: user });
    const request = await fixture.sign({ max_age: 0 });
    const { request_uri: requestUri } = (await fixture.push(request)).json as { request_uri: string };

    const { location } = await browser.authorize({
      client_id: fixture.clientId,
      ...(how === 'pushed' ? { request_uri: requestUri } : { request }),
    } as Record<string, string>);
    const { json } = await browser.request(location.pathname);

    expect(json).toMatchObject({ interaction: { reasons: expect.arrayContaining(['just_now']) } });
  });

  it('starts the code flow with the default scope if the object names none (RFC 6749 section 3.3)', async () => {
    const request = await fixture.sign({ scope: undefined });
    const { request_uri: requestUri } = (await fixture.push(request)).json as { request_uri: string };

    for (const parameters of [{ request }, { request_uri: requestUri }]) {
      const { location } = await fixture.auth.browser(fixture.domain).authorize({ client_id: fixture.clientId, ...parameters } as never);
      expect(location.pathname).toMatch(/^\/sign-in\//);
    }
  });

  it.each<[string, object, string]>([
    ['no scope that the client may have', { scope: 'admin', nonce: undefined }, 'invalid_scope'],
    ['the stand-in for all audiences', { resource: 'urn:latchkey:{all-audiences}' }, 'invalid_target'],
    ['an unknown resource', { resource: ['https://api.example.com'] }, 'invalid_target'],
    ['an unknown response type', { response_type: 'token' }, 'unsupported_response_type'],
  ])('enforces the rules of every request: %s', async (_what, changes, error) => {
    const pushed = await fixture.push(await fixture.sign(changes));

    expect([pushed.status, pushed.json]).toEqual([400, expect.objectContaining({ error })]);
    expect(answerOf((await fixture.authorize(await fixture.sign(changes))).location)).toMatchObject({ error, state: 'a-state' });
  });

  it.each(['state', 'nonce', 'login_hint', 'ui_locales', 'claims', 'prompt', 'resource', 'max_age', 'code_challenge', 'registration'])(
    'answers whatever %s contains',
    async (parameter) => {
      for (const value of ['\0', '\ud800', '__proto__', 1e20, -1, true, null, {}, [], [[]], { toString: 1 }, [{ toString: 1 }]]) {
        const request = JSON.stringify(fixture.claims({ [parameter]: value }));
        const { answer } = await fixture.authorize(signText({ alg: 'ES256', kid: 'unknown' }, request));
        const pushed = await fixture.push(await fixture.sign({ [parameter]: value }));
        const direct = await fixture.authorize(await fixture.sign({ [parameter]: value }));

        for (const { status } of [answer, pushed, direct.answer]) expect(status).toBeLessThan(500);
      }
    },
  );
});
