import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { CookieBrowser, getHeading } from '../../../test/support/cookie-browser.js';
import { useAuthFixture } from './auth.fixture.js';
import {
  ASSERTION_TYPE,
  assertionClaims,
  generateAssertionKey,
  storeAuthentication,
} from './client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner } from './client-authentication/dpop-proof.fixture.js';
import { BY_LINK, clientCall, InProcessAuth, SECRET } from './in-process-auth.fixture.js';
import { DEVICE_GRANT, type DeviceResponse } from './sign-in/device/device.fixture.js';

const GRANTS = { clientCredentials: false, deviceCode: true, tokenExchange: null };
const ENDPOINT = '/connect/device_authorization';
const ORIGIN = 'https://app.example.com';
const PUBLIC = { client_type: 'Public', further_grants: GRANTS, allowed_origins: [ORIGIN] };

const fixture = useAuthFixture({ client: { further_grants: GRANTS } });

/** A browser in which the user is signed in. */
async function signedInBrowser(): Promise<CookieBrowser> {
  const browser = new CookieBrowser(fixture.auth, fixture.domain.name);
  const headers = { 'Content-Type': 'application/json' };
  await browser.request('/double/session', { method: 'POST', headers, body: JSON.stringify({ sub: fixture.sub, ...BY_LINK }) });
  return browser;
}

async function allow(userCode: string): Promise<void> {
  const browser = await signedInBrowser();
  const confirmation = await browser.press(await browser.request('/device'), 'Continue', { user_code: userCode });
  expect(getHeading(await browser.press(confirmation, 'Allow'))).toBe('Your device is connected');
}

async function begin(clientId: string, secret: string | null = null): Promise<DeviceResponse> {
  const { json } = await fixture.post(ENDPOINT, { scope: 'openid offline_access' }, { clientId, secret });
  return json as DeviceResponse;
}

describe('openid-client on a device', () => {
  it('gets tokens for the user who has allowed it, and refreshes them', async () => {
    const options: openid.DiscoveryRequestOptions = {
      [openid.customFetch]: async (address, { method, headers, body }) => {
        const { host, pathname, search } = new URL(address);
        const call = { method, headers: { ...headers }, body: body === undefined || body === null ? undefined : String(body as string) };
        const answer = await fixture.auth.send(host, `${pathname}${search}`, call);
        const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        return new Response(answer.text, { status: answer.status, headers: answered });
      },
    };
    const issuer = new URL(fixture.domain.issuer);
    const configuration = await openid.discovery(issuer, fixture.clientId, SECRET, openid.ClientSecretBasic(SECRET), options);
    const device = await openid.initiateDeviceAuthorization(configuration, { scope: 'openid offline_access' });
    const polling = openid.pollDeviceAuthorizationGrant(configuration, device);
    await allow(device.user_code);

    const tokens = await polling;
    expect(tokens.claims()).toMatchObject({ sub: fixture.sub, aud: fixture.clientId });
    const refreshed = await openid.refreshTokenGrant(configuration, tokens.refresh_token!);
    expect(await openid.fetchUserInfo(configuration, refreshed.access_token, fixture.sub)).toMatchObject({ sub: fixture.sub });
  });
});

describe('the device authorization endpoint', () => {
  it('authenticates a client by its secret, and refuses it without', async () => {
    const request = (secret: string | null) => fixture.post(ENDPOINT, { scope: 'openid' }, { clientId: fixture.clientId, secret });

    expect((await request(SECRET)).status).toBe(200);
    for (const secret of [null, 'wrong'])
      expect(await request(secret)).toMatchObject({
        status: 401,
        json: { error: 'invalid_client' },
        headers: { 'cache-control': 'no-store' },
      });
  });

  it('authenticates a client by an assertion, once', async () => {
    const [key, clientId] = [await generateAssertionKey(), await fixture.client({ further_grants: GRANTS })];
    const methods = [{ type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys: [key.jwk] } }];
    await storeAuthentication(fixture.auth, { domain_id: fixture.domain.id, client_id: clientId }, { methods });
    const assertion = await key.sign(assertionClaims(clientId, fixture.domain));
    const parameters = { scope: 'openid', client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };

    expect((await fixture.send(ENDPOINT, clientCall(clientId, parameters, null))).status).toBe(200);
    expect((await fixture.send(ENDPOINT, clientCall(clientId, parameters, null))).json).toMatchObject({ error: 'invalid_client' });
    expect((await fixture.post(ENDPOINT, { scope: 'openid' }, { clientId, secret: SECRET })).status).toBe(401);
  });

  it('refuses clients of profile FAPI2, whose users authorize them by pushed requests only', async () => {
    const [key, clientId] = [await generateAssertionKey(), await fixture.client({ further_grants: GRANTS })];
    const methods = [{ type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys: [key.jwk] } }];
    const client = { domain_id: fixture.domain.id, client_id: clientId };
    await storeAuthentication(fixture.auth, client, { methods, sender_constraint: 'DPoP', profile: 'FAPI2' });
    const assertion = await key.sign(assertionClaims(clientId, fixture.domain));
    const parameters = { scope: 'openid', client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };

    const answer = await fixture.send(ENDPOINT, clientCall(clientId, parameters, null));
    expect(answer).toMatchObject({ status: 400, json: { error: 'unauthorized_client' } });
  });

  it('serves a client of services that may also use the device flow', async () => {
    const clientId = await fixture.client({ grant_type: 'ClientCredentials', redirect_uris: null, further_grants: GRANTS });
    const device = await begin(clientId, SECRET);
    await allow(device.user_code);

    const parameters = { grant_type: DEVICE_GRANT, device_code: device.device_code };
    const tokens = await fixture.requestTokens(parameters, { clientId, secret: SECRET });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: fixture.sub, client_id: clientId });
    expect((await fixture.post('/connect/token', { grant_type: 'client_credentials' }, { clientId, secret: SECRET })).status).toBe(200);
  });

  it('answers pages of the origins that the client lists, and of no others', async () => {
    const clientId = await fixture.client(PUBLIC);
    const call = clientCall(clientId, { scope: 'openid' }, null);
    const from = (origin: string) => fixture.send(ENDPOINT, { ...call, headers: { ...call.headers, Origin: origin } });

    expect(await from(ORIGIN)).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': ORIGIN } });
    const other = await from('https://other.example.com');
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([400, undefined]);
  });

  it('refuses other methods, and leaves its page to the page', async () => {
    expect((await fixture.send(ENDPOINT)).status).toBe(405);
    expect((await fixture.send('/device', { method: 'DELETE' })).status).toBe(405);
    expect((await fixture.send(`/device/${'a'.repeat(43)}`, { headers: { Accept: 'text/html' } })).status).toBe(400);
    expect((await fixture.send('/device/unknown', { headers: { Accept: 'text/html' } })).status).toBe(404);
  });

  it('limits the codes that an address can request for a public client', async () => {
    const auth = await InProcessAuth.start({ environment: { RATE_LIMIT: 'on', SIGN_INS_PER_ADDRESS: '3' } });
    try {
      const domain = await auth.domain(['ES256']);
      const [open, confidential] = [await auth.client(domain, PUBLIC), await auth.client(domain, { further_grants: GRANTS })];
      const request = (clientId: string, secret: string | null) =>
        auth.send(domain.name, ENDPOINT, clientCall(clientId, { scope: 'openid' }, secret));
      for (let count = 0; count < 3; count += 1) expect((await request(open, null)).status).toBe(200);

      const refused = await request(open, null);
      expect(refused).toMatchObject({ status: 429, json: { error: 'temporarily_unavailable' } });
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      expect((await request(confidential, SECRET)).status).toBe(200);
    } finally {
      await auth.stop();
    }
  });
});

describe('the tokens of a device', () => {
  it('are bound to the key of its DPoP proof', async () => {
    const signer = await generateProofSigner();
    const device = await begin(fixture.clientId, SECRET);
    await allow(device.user_code);
    const url = `${fixture.domain.issuer}/connect/token`;
    const call = clientCall(fixture.clientId, { grant_type: DEVICE_GRANT, device_code: device.device_code });

    const answer = await fixture.send('/connect/token', { ...call, headers: { ...call.headers, DPoP: await signer.prove(url) } });
    expect(answer).toMatchObject({ status: 200, json: { token_type: 'DPoP' } });
    expect(decodeJwt((answer.json as { access_token: string }).access_token)).toMatchObject({ cnf: { jkt: signer.thumbprint } });
  });
});
