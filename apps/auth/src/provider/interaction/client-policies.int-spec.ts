import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  BY_LINK,
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  type Browser,
  type ServedDomainOfTest,
  type Tokens,
} from '../../in-process-auth.fixture.js';

const SCOPE = 'openid offline_access';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  clientId = await auth.client(domain);
}, 60_000);

afterAll(() => auth.stop());

/** Changes the client as an operator does, by the management API. */
const configure = (values: string) =>
  auth.rows.query(`UPDATE client SET ${values}, revision = nextval('revision') WHERE client_id = $1`, [clientId]);
const token = async (parameters: Record<string, string>) =>
  (await auth.send(domain.name, '/connect/token', clientCall(clientId, parameters))).json as Partial<Tokens> & { error?: string };
const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken });

async function signIn(browser: Browser): Promise<string> {
  const { request, verifier } = codeRequest(clientId, { scope: SCOPE });
  const sub = await auth.user(domain);
  const code = (await browser.signIn(request, { sub, ...BY_LINK })).searchParams.get('code')!;
  const parameters = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier };
  return (await token(parameters)).refresh_token!;
}

it.each([
  ['allowLocalLogin', 'allow_local_login = false', 'allow_local_login = NULL'],
  ['policies', `policies = '{mfa}'`, 'policies = NULL'],
])(
  '%s that was tightened later applies to existing refresh tokens and sessions, as long as it is set',
  async (_name, tightened, loosened) => {
    const browser = auth.browser(domain);
    const refreshToken = await signIn(browser);
    const silent = { ...codeRequest(clientId, { scope: SCOPE }).request, prompt: 'none' };

    await configure(tightened);
    const refused = await refresh(refreshToken);
    const { location } = await browser.authorize(silent);
    await configure(loosened);

    expect(refused.error).toBe('invalid_grant');
    expect(location.searchParams.get('error')).toMatch(/^(login|interaction)_required$/);
    expect(await refresh(refreshToken)).toHaveProperty('refresh_token');
    expect((await browser.authorize(silent)).location.searchParams.get('code')).not.toBeNull();
  },
);

it('policies of an authorization request do not apply to a refresh', async () => {
  const refreshToken = await signIn(auth.browser(domain));

  await configure(`policies = '{reauthenticate,consent}'`);
  const refreshed = await refresh(refreshToken);
  await configure('policies = NULL');

  expect(refreshed).toHaveProperty('refresh_token');
});
