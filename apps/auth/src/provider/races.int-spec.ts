import { describe, expect, it } from '@jest/globals';
import { OidcPayloadRepository } from '@latchkey/persistence';
import { BY_LINK, REDIRECT_URI, type Tokens, codeGrant } from '../in-process-auth.fixture.js';
import { useAuthFixture } from '../auth.fixture.js';

const AT_ONCE = 50;
const ROUNDS = 3;

const fixture = useAuthFixture();

async function codeRedemption(): Promise<Record<string, string>> {
  const { request, verifier } = fixture.codeRequest({ scope: 'openid offline_access' });
  return codeGrant(await fixture.browser().signIn(request, { sub: fixture.sub }), verifier);
}

/**
 * Sends the same request many times concurrently. @returns the tokens of those that succeeded; all others must be rejected as documented
 */
async function race(parameters: Record<string, string>): Promise<Tokens[]> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => fixture.post('/connect/token', parameters)));
  const refusals = answers
    .filter(({ status }) => status !== 200)
    .map(({ status, json }) => `${status} ${(json as { error: string }).error}`);
  expect([...new Set(refusals)]).toEqual(['400 invalid_grant']);
  return answers.filter(({ status }) => status === 200).map(({ json }) => json as Tokens);
}

/** The remaining records of issued tokens. */
async function isAlive({ access_token: token, refresh_token: refreshToken }: Tokens): Promise<object> {
  const userinfo = await fixture.userinfo(token);
  const introspection = await Promise.all([token, refreshToken!].map((each) => fixture.post('/connect/introspect', { token: each })));
  const refreshed = await fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: refreshToken! });
  return [userinfo.status, ...introspection.map(({ json }) => (json as { active: boolean }).active), refreshed.status];
}

const DEAD = [401, false, false, 400];

describe('sign-in during the end of all sessions of its user', () => {
  it('yields no code and no session', async () => {
    const user = await fixture.user();
    const browser = fixture.browser();
    const { location: page } = await browser.authorize(fixture.codeRequest().request);
    await fixture.auth.app.get(OidcPayloadRepository).endUserSessions(fixture.domain.id, user);

    const { location } = await browser.decide(page, { signedIn: { sub: user, ...BY_LINK, epoch: 0 } });
    const silent = await browser.authorize(fixture.codeRequest({ prompt: 'none' }).request);
    const { location: again } = await browser.authorize(fixture.codeRequest().request);
    const anew = await browser.decide(again, { signedIn: { sub: user, ...BY_LINK } });

    const answers = [location, silent.location, anew.location].map(
      ({ searchParams }) => searchParams.get('error') ?? searchParams.has('code'),
    );
    expect(answers).toEqual(['access_denied', 'login_required', true]);
    expect(location.searchParams.get('error_description')).toBe('the user may not sign in any more');
  });
});

describe(`among ${AT_ONCE} concurrent requests`, () => {
  it('redeems a code once, and then revokes its tokens', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const winners = await race(await codeRedemption());

      expect(winners).toHaveLength(1);
      expect(await isAlive(winners[0]!)).toEqual(DEAD);
    }
  }, 120_000);

  it('uses a refresh token once, and then revokes its family', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = (await fixture.post('/connect/token', await codeRedemption())).json as Tokens;

      const winners = await race({ grant_type: 'refresh_token', refresh_token: first.refresh_token! });

      expect(winners).toHaveLength(1);
      expect(await isAlive(winners[0]!)).toEqual(DEAD);
      expect(await isAlive(first)).toEqual(DEAD);
    }
  }, 120_000);

  it('redeems the codes of one session concurrently', async () => {
    const browser = fixture.browser();
    await browser.signIn(fixture.codeRequest().request, { sub: fixture.sub });
    const requests = Array.from({ length: AT_ONCE }, () => fixture.codeRequest());
    const answers = await Promise.all(requests.map(({ request }) => browser.authorize(request)));

    const redeemed = await Promise.all(
      answers.map(({ location }, index) => {
        const code = location.searchParams.get('code')!;
        const parameters = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
        return fixture.post('/connect/token', { ...parameters, code_verifier: requests[index]!.verifier });
      }),
    );

    expect(new Set(redeemed.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
