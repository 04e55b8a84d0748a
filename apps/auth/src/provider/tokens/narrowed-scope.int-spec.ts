import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  type ServedDomainOfTest,
  type Tokens,
} from '../../in-process-auth.fixture.js';

const ATTRIBUTES = { preferred_username: 'somebody-here', name: 'Some Body', email: 'some@body.example' };

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let tokens: Required<Tokens>;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
}, 60_000);

afterAll(() => auth.stop());

beforeEach(async () => {
  clientId = await auth.client(domain, { scope: 'openid profile email offline_access' });
  const sub = await auth.user(domain, { attributes: ATTRIBUTES });
  const { request, verifier } = codeRequest(clientId, { scope: 'openid profile email offline_access' });
  const code = (await auth.browser(domain).signIn(request, { sub })).searchParams.get('code')!;
  const parameters = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier };
  tokens = (await post('/connect/token', parameters)).json as Required<Tokens>;
});

const post = (path: string, parameters: Record<string, string>) => auth.send(domain.name, path, clientCall(clientId, parameters));
const refresh = (token = tokens.refresh_token) => post('/connect/token', { grant_type: 'refresh_token', refresh_token: token });
const userinfo = () => auth.send(domain.name, '/connect/userinfo', { headers: { Authorization: `Bearer ${tokens.access_token}` } });

/** Changes the client as an operator does, by the management API. */
const allow = (scope: string) =>
  auth.rows.query(`UPDATE client SET scope = $1, revision = nextval('revision') WHERE client_id = $2`, [scope, clientId]);

describe('a scope that an operator removes from a client', () => {
  it('is missing from later tokens and userinfo responses', async () => {
    await allow('openid profile offline_access');

    const refreshed = (await refresh()).json as Required<Tokens>;

    expect(refreshed.scope).toBe('openid profile offline_access');
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ scope: 'openid profile offline_access' });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ name: 'Some Body', email: 'some@body.example' });
    for (const claims of [decodeJwt(refreshed.id_token), (await userinfo()).json]) {
      expect(claims).toMatchObject({ name: 'Some Body' });
      expect(claims).not.toHaveProperty('email');
    }
  });

  it('ends refreshing, if it is offline_access', async () => {
    await allow('openid profile email');

    const refused = await refresh();
    const inspected = await post('/connect/introspect', { token: tokens.refresh_token });

    expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
    expect(inspected.json).toEqual({ active: false });
  });

  it('still allows the revocation of tokens that cannot be refreshed now', async () => {
    await allow('openid profile email');
    const revoked = await post('/connect/revocation', { token: tokens.refresh_token });
    await allow('openid profile email offline_access');

    expect([revoked.status, (await refresh()).status]).toEqual([200, 400]);
  });

  it('ends ID tokens, if it is openid', async () => {
    await allow('profile offline_access');

    const { status, json } = await refresh();

    expect([status, json]).toEqual([200, expect.not.objectContaining({ id_token: expect.anything() })]);
    expect((await userinfo()).status).toBe(403);
  });
});
