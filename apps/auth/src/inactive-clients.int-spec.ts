import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClientRepository, Database } from '@latchkey/persistence';
import type { Answer } from '../../../test/support/http.js';
import { useAuthFixture } from './auth.fixture.js';
import { BY_LINK, clientCall, codeGrant, REDIRECT_URI, SECRET, type Tokens } from './in-process-auth.fixture.js';
import { DEVICE_GRANT } from './sign-in/device/device.fixture.js';

const UNAUTHORIZED = {
  error: 'unauthorized_client',
  error_description: 'the client is inactive: an operator of the domain has deactivated it',
};
const GRANTS = { clientCredentials: true, deviceCode: true, tokenExchange: null };
const OFFLINE = { scope: 'openid offline_access' };
/** A form with an empty parameter does not take the fast path. */
const PATHS = [
  ['on the fast path', ''],
  ['through oidc-provider', '&&'],
] as const;

const fixture = useAuthFixture();
let clientId: string;
let resourceServer: string;

beforeEach(async () => {
  clientId = fixture.clientId = await fixture.client({ further_grants: GRANTS, audiences: ['urn:api'] });
  resourceServer = await fixture.client({ audiences: ['urn:api'] });
});

const clients = () => new ClientRepository(fixture.auth.app.get(Database));
const deactivate = (id = clientId) => clients().deactivate({ domainId: fixture.domain.id, clientId: id });
const activate = (id = clientId) => clients().activate({ domainId: fixture.domain.id, clientId: id });

const answerOf = ({ status, json }: Answer) => [status, json];

function post(
  path: string,
  parameters: Record<string, string>,
  { ending = '', secret = SECRET }: { ending?: string; secret?: string } = {},
) {
  const call = clientCall(clientId, parameters, secret);
  return fixture.send(path, { ...call, body: `${call.body as string}${ending}` });
}

const requestOwnToken = () => fixture.requestTokens({ grant_type: 'client_credentials' });
const introspect = async (token: string, ending = '') => {
  const call = clientCall(resourceServer, { token });
  return (await fixture.send('/connect/introspect', { ...call, body: `${call.body as string}${ending}` })).json as { active: boolean };
};

describe('an inactive client', () => {
  it.each(PATHS)('gets no token of its own %s, before and after it has had one', async (_path, ending) => {
    const form = { grant_type: 'client_credentials' };
    await deactivate();
    expect(answerOf(await post('/connect/token', form, { ending }))).toEqual([400, UNAUTHORIZED]);
    await activate();
    expect((await post('/connect/token', form, { ending })).status).toBe(200);
    await deactivate();
    expect(answerOf(await post('/connect/token', form, { ending }))).toEqual([400, UNAUTHORIZED]);
  });

  it.each(PATHS)('learns that it is inactive with its secret alone %s', async (_path, ending) => {
    await deactivate();

    const refused = await post('/connect/token', { grant_type: 'client_credentials' }, { ending, secret: 'wrong' });

    expect(refused).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
  });

  it.each([
    ['/connect/token', { grant_type: 'authorization_code', code: 'any', redirect_uri: REDIRECT_URI, code_verifier: 'any' }],
    ['/connect/token', { grant_type: 'refresh_token', refresh_token: 'any' }],
    ['/connect/token', { grant_type: DEVICE_GRANT, device_code: 'any' }],
    ['/connect/device_authorization', { scope: 'openid' }],
    ['/connect/par', { response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid' }],
    ['/connect/introspect', { token: 'any' }],
    ['/connect/revocation', { token: 'any' }],
  ])('is refused at %s with %j', async (path, form) => {
    await deactivate();

    expect(answerOf(await post(path, form))).toEqual([400, UNAUTHORIZED]);
  });

  it('is refused at the device authorization endpoint without a secret, if it is public', async () => {
    clientId = await fixture.client({ client_type: 'Public', further_grants: { ...GRANTS, clientCredentials: false } });
    await deactivate();

    const call = clientCall(clientId, { scope: 'openid' }, null);

    expect(answerOf(await fixture.send('/connect/device_authorization', call))).toEqual([400, UNAUTHORIZED]);
  });

  it('is refused at the authorization endpoint', async () => {
    const { request } = fixture.codeRequest();
    const browser = fixture.browser();
    await deactivate();

    const { location } = await browser.authorize(request);

    expect([location.origin + location.pathname, Object.fromEntries(location.searchParams)]).toEqual([
      REDIRECT_URI,
      { ...UNAUTHORIZED, iss: fixture.domain.issuer, state: request['state'] },
    ]);
  });

  it('gets no code for a sign-in that began before', async () => {
    const browser = fixture.browser();
    const { location } = await browser.authorize(fixture.codeRequest().request);
    await deactivate();

    const { location: end } = await browser.decide(location, { signedIn: { ...BY_LINK, sub: fixture.sub } });

    expect(end.searchParams.has('code')).toBe(false);
  });

  it('cannot introspect the tokens of others', async () => {
    const { access_token: token } = await requestOwnToken();
    await deactivate(resourceServer);

    expect(await introspect(token)).toEqual(UNAUTHORIZED);
    expect(await introspect(token, '&&')).toEqual(UNAUTHORIZED);
  });
});

describe('what was issued to a client that is deactivated', () => {
  it.each(PATHS)('is inactive, and stays so when the client is active again, %s', async (_path, ending) => {
    const tokens = await fixture.signIn(OFFLINE);
    const own = await requestOwnToken();
    const all = [tokens.access_token, own.access_token];
    const verify = async (token: string) =>
      (await fixture.send('/connect/verify?audience=urn:api', { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await Promise.all(all.map((token) => introspect(token, ending)))).toMatchObject([{ active: true }, { active: true }]);
    expect(await Promise.all(all.map(verify))).toEqual([204, 204]);

    for (const change of [deactivate, activate]) {
      await change();

      expect(await Promise.all(all.map((token) => introspect(token, ending)))).toEqual([{ active: false }, { active: false }]);
      expect(await Promise.all(all.map(verify))).toEqual([401, 401]);
      expect((await fixture.userinfo(tokens.access_token)).status).toBe(401);
    }
    expect(await fixture.post('/connect/introspect', { token: tokens.refresh_token })).toMatchObject({ json: { active: false } });
    const refreshed = await fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(refreshed).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect((await introspect((await requestOwnToken()).access_token)).active).toBe(true);
  });

  it('includes codes that were not redeemed', async () => {
    const { request, verifier } = fixture.codeRequest();
    const response = await fixture.browser().authorizeAs(request, { sub: fixture.sub });
    await deactivate();
    await activate();

    const { status, json } = await fixture.post('/connect/token', codeGrant(response, verifier));

    expect([status, (json as Tokens & { error: string }).error]).toEqual([400, 'invalid_grant']);
  });

  it('does not include the tokens of other clients', async () => {
    const { access_token: token } = await fixture.signIn(OFFLINE, { clientId: await fixture.client({ audiences: ['urn:api'] }) });

    await deactivate();

    expect((await introspect(token)).active).toBe(true);
  });
});
