import { describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify, type JSONWebKeySet } from 'jose';
import * as openid from 'openid-client';
import { storeAuthentication } from '../client-authentication/assertion/assertion.fixture.js';
import {
  BY_LINK,
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  SECRET,
  type Tokens,
  codeGrant,
} from '../in-process-auth.fixture.js';
import { useAuthFixture } from '../auth.fixture.js';

const ATTRIBUTES = { preferred_username: 'somebody-here', name: 'Some Body', email: 'some@body.example', iss: 'https://evil.example' };

const fixture = useAuthFixture({ user: { attributes: ATTRIBUTES } });

async function keySet() {
  return createLocalJWKSet((await fixture.send('/.well-known/jwks.json')).json as JSONWebKeySet);
}

describe('openid-client as relying party', () => {
  /** Sends requests for the issuer to the address of the auth server. */
  const options: openid.DiscoveryRequestOptions = {
    [openid.customFetch]: async (address, { method, headers, body }) => {
      const { host, pathname, search } = new URL(address);
      const call = { method, headers: { ...headers }, body: body === undefined || body === null ? undefined : String(body as string) };
      const answer = await fixture.auth.send(host, `${pathname}${search}`, call);
      const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(answer.status === 204 ? null : answer.text, { status: answer.status, headers: answered });
    },
  };

  it('signs a user in, reads userinfo, refreshes, introspects, revokes and signs out', async () => {
    const client = await fixture.client({ post_sign_out_redirect_uris: ['https://app.example.com/bye'] });
    const issuer = new URL(fixture.domain.issuer);
    const configuration = await openid.discovery(issuer, client, SECRET, openid.ClientSecretBasic(SECRET), options);
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const parameters = {
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile offline_access',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    };
    const address = await openid.buildAuthorizationUrlWithPAR(configuration, parameters);
    const browser = fixture.browser();
    const answer = await browser.signIn(Object.fromEntries(address.searchParams), { sub: fixture.sub });

    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(configuration, answer, checks);
    const userinfo = await openid.fetchUserInfo(configuration, tokens.access_token, fixture.sub);
    const refreshed = await openid.refreshTokenGrant(configuration, tokens.refresh_token!);
    const before = await openid.tokenIntrospection(configuration, refreshed.access_token);
    await openid.tokenRevocation(configuration, refreshed.refresh_token!);
    const after = await openid.tokenIntrospection(configuration, refreshed.access_token);
    const logout = openid.buildEndSessionUrl(configuration, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: 'https://app.example.com/bye',
    });
    const { location } = await browser.follow(await browser.request(`${logout.pathname}${logout.search}`));

    expect(tokens.claims()).toMatchObject({ sub: fixture.sub, nonce, name: 'Some Body' });
    expect(userinfo).toMatchObject({ sub: fixture.sub, name: 'Some Body' });
    expect([before.active, after.active]).toEqual([true, false]);
    expect(location.href).toBe('https://app.example.com/bye');
  });

  it("signs its request with the client's key (RFC 9101)", async () => {
    const client = await fixture.client();
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'signer' }] };
    await storeAuthentication(fixture.auth, { domain_id: fixture.domain.id, client_id: client }, { methods: [{ jwks_uri: null, jwks }] });
    const key = { key: privateKey, kid: 'signer' };
    const configuration = await openid.discovery(new URL(fixture.domain.issuer), client, undefined, openid.PrivateKeyJwt(key), options);
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const parameters = {
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: '600',
      claims: JSON.stringify({ userinfo: { email: null } }),
      state,
      nonce,
    };

    const address = await openid.buildAuthorizationUrlWithJAR(configuration, parameters, key);
    const answer = await fixture.browser().signIn(Object.fromEntries(address.searchParams), { sub: fixture.sub });
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, maxAge: 600 };
    const tokens = await openid.authorizationCodeGrant(configuration, answer, checks);

    expect([...address.searchParams.keys()].toSorted()).toEqual(['client_id', 'request']);
    expect(tokens.claims()).toMatchObject({ sub: fixture.sub, nonce, name: 'Some Body' });
    expect(await openid.fetchUserInfo(configuration, tokens.access_token, fixture.sub)).toMatchObject({ email: 'some@body.example' });
  });

  it('signs a user in with the profile FAPI2 (private_key_jwt, PAR, DPoP), reads userinfo and refreshes', async () => {
    const client = await fixture.client();
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'bank' }] };
    const document = { methods: [{ jwks_uri: null, jwks }], sender_constraint: 'DPoP', profile: 'FAPI2' };
    await storeAuthentication(fixture.auth, { domain_id: fixture.domain.id, client_id: client }, document);
    const method = openid.PrivateKeyJwt({ key: privateKey, kid: 'bank' });
    const configuration = await openid.discovery(new URL(fixture.domain.issuer), client, undefined, method, options);
    const DPoP = openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256'));
    const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()];
    const challenge = { code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    const parameters = { redirect_uri: REDIRECT_URI, scope: 'openid profile offline_access', nonce, ...challenge };

    const address = await openid.buildAuthorizationUrlWithPAR(configuration, parameters, { DPoP });
    const answer = await fixture.browser().signIn(Object.fromEntries(address.searchParams), { sub: fixture.sub });
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce };
    const tokens = await openid.authorizationCodeGrant(configuration, answer, checks, undefined, { DPoP });
    const userinfo = await openid.fetchUserInfo(configuration, tokens.access_token, fixture.sub, { DPoP });
    const refreshed = await openid.refreshTokenGrant(configuration, tokens.refresh_token!, undefined, { DPoP });

    expect([tokens.token_type, refreshed.token_type]).toEqual(['dpop', 'dpop']);
    expect(userinfo).toMatchObject({ sub: fixture.sub, name: 'Some Body' });
    expect(refreshed.refresh_token).toBe(tokens.refresh_token);
  });
});

describe('the code flow', () => {
  it("lets a user sign in, and issues tokens with the user's identity", async () => {
    const { request, verifier } = fixture.codeRequest({ scope: 'openid profile email orders' });
    const browser = fixture.browser();

    const answer = await browser.signIn(request, { sub: fixture.sub, amr: ['pop', 'user', 'mfa'], acr: 'phr' });

    expect(`${answer.origin}${answer.pathname}`).toBe(REDIRECT_URI);
    expect(Object.fromEntries(answer.searchParams)).toEqual({ code: expect.any(String), state: 'a-state', iss: fixture.domain.issuer });
    const tokens = await fixture.requestTokens(codeGrant(answer, verifier));
    expect(tokens).toEqual({
      access_token: expect.any(String),
      id_token: expect.any(String),
      expires_in: 3_600,
      scope: 'openid profile email orders',
      token_type: 'Bearer',
    });
    const { payload: identity } = await jwtVerify(tokens.id_token, await keySet(), {
      issuer: fixture.domain.issuer,
      audience: fixture.clientId,
    });
    expect(identity).toEqual({
      sid: expect.any(String),
      iss: fixture.domain.issuer,
      sub: fixture.sub,
      aud: fixture.clientId,
      exp: expect.any(Number),
      iat: expect.any(Number),
      auth_time: expect.any(Number),
      nonce: 'a-nonce',
      acr: 'phr',
      amr: ['pop', 'user', 'mfa'],
      preferred_username: 'somebody-here',
      name: 'Some Body',
      email: 'some@body.example',
    });
    const { payload: access } = await jwtVerify(tokens.access_token, await keySet(), { issuer: fixture.domain.issuer, typ: 'at+jwt' });
    expect(access).toEqual({
      iss: fixture.domain.issuer,
      sub: fixture.sub,
      aud: fixture.domain.issuer,
      exp: access.iat! + 3_600,
      iat: expect.any(Number),
      jti: expect.any(String),
      client_id: fixture.clientId,
      scope: 'openid profile email orders',
    });
  });

  it('shows no page for a second client of the same session', async () => {
    const other = await fixture.client({ client_type: 'Public' });
    const browser = fixture.browser();
    await browser.signIn(fixture.codeRequest().request, { sub: fixture.sub });

    const { request, verifier } = codeRequest(other);
    const { location } = await browser.authorize(request);

    const { id_token } = await fixture.requestTokens(codeGrant(location, verifier), { clientId: other, secret: null });
    expect(decodeJwt(id_token)).toMatchObject({ sub: fixture.sub, ...BY_LINK });
  });

  it('issues refresh tokens if the client may request offline access, and accepts each once', async () => {
    const { request, verifier } = fixture.codeRequest({ scope: 'openid offline_access' });
    const answer = await fixture.browser().signIn(request, { sub: fixture.sub });
    const { refresh_token: first } = await fixture.requestTokens(codeGrant(answer, verifier));

    const refresh = (token: string) => fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: token });
    const second = await refresh(first!);

    expect(second.json).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      id_token: expect.any(String),
    });
    expect((await refresh(first!)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh((second.json as Tokens).refresh_token!)).json).toMatchObject({ error: 'invalid_grant' });
  });

  it('hides its cookies from scripts, other hosts and requests of other sites', async () => {
    const browser = fixture.browser();
    const { location } = await browser.authorize(fixture.codeRequest().request);
    await browser.decide(location, { signedIn: { sub: fixture.sub, ...BY_LINK } });

    const names = browser.cookies.map(({ name }) => name).toSorted();
    expect(names).toEqual([
      '__Host-accounts',
      '__Host-browser',
      '__Host-known',
      '__Host-session',
      '__Host-session.sig',
      '__Secure-interaction',
      '__Secure-interaction.sig',
    ]);
    for (const { attributes } of browser.cookies) {
      expect(attributes).toMatch(/; samesite=lax/i);
      expect(attributes).toMatch(/; httponly/i);
      expect(attributes).toMatch(/; secure/i);
      expect(attributes).not.toMatch(/domain=/i);
    }
  });
});

describe('code flow over http', () => {
  it('uses cookie names that browsers accept over http, and applications do not use', async () => {
    const local = await InProcessAuth.start({ scheme: 'http' });
    try {
      const place = await local.domain();
      const app = await local.client(place);
      const browser = local.browser(place);

      const { request, verifier } = codeRequest(app);
      const answer = await browser.signIn(request, { sub: await local.user(place) });

      expect(browser.cookies.map(({ name }) => name).toSorted()).toEqual([
        'latchkey_accounts',
        'latchkey_browser',
        'latchkey_interaction',
        'latchkey_interaction.sig',
        'latchkey_known',
        'latchkey_session',
        'latchkey_session.sig',
      ]);
      expect(browser.cookies.filter(({ attributes }) => /; secure/i.test(attributes))).toEqual([]);
      const parameters = { grant_type: 'authorization_code', code: answer.searchParams.get('code')!, redirect_uri: REDIRECT_URI };
      const { json } = await local.send(place.name, '/connect/token', clientCall(app, { ...parameters, code_verifier: verifier }));
      expect(decodeJwt((json as Tokens).id_token).iss).toBe(place.issuer);
    } finally {
      await local.stop();
    }
  });
});
