import { expect, it } from '@jest/globals';
import { BY_LINK, type Browser, type Tokens, codeGrant } from '../../in-process-auth.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';

const SCOPE = 'openid offline_access';

const fixture = useAuthFixture();

/** Changes the client as an operator does through the management API. */
const configure = (values: string) =>
  fixture.auth.rows.query(`UPDATE client SET ${values}, revision = nextval('revision') WHERE client_id = $1`, [fixture.clientId]);
const token = async (parameters: Record<string, string>) =>
  (await fixture.post('/connect/token', parameters)).json as Partial<Tokens> & { error?: string };
const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken });

async function signIn(browser: Browser): Promise<string> {
  const { request, verifier } = fixture.codeRequest({ scope: SCOPE });
  const sub = await fixture.user();
  return (await token(codeGrant(await browser.signIn(request, { sub, ...BY_LINK }), verifier))).refresh_token!;
}

it.each([
  ['allowLocalLogin', 'allow_local_login = false', 'allow_local_login = NULL'],
  ['policies', `policies = '{mfa}'`, 'policies = NULL'],
])('applies a %s that was tightened later to existing refresh tokens and sessions', async (_name, tightened, loosened) => {
  const browser = fixture.browser();
  const refreshToken = await signIn(browser);
  const silent = { ...fixture.codeRequest({ scope: SCOPE }).request, prompt: 'none' };

  await configure(tightened);
  const refused = await refresh(refreshToken);
  const { location } = await browser.authorize(silent);
  await configure(loosened);

  expect(refused.error).toBe('invalid_grant');
  expect(location.searchParams.get('error')).toMatch(/^(login|interaction)_required$/);
  expect(await refresh(refreshToken)).toHaveProperty('refresh_token');
  expect((await browser.authorize(silent)).location.searchParams.get('code')).not.toBeNull();
});

it('does not apply policies of an authorization request to a refresh', async () => {
  const refreshToken = await signIn(fixture.browser());

  await configure(`policies = '{reauthenticate,consent}'`);
  const refreshed = await refresh(refreshToken);
  await configure('policies = NULL');

  expect(refreshed).toHaveProperty('refresh_token');
});
