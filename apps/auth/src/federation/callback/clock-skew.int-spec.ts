import { beforeEach, describe, expect, it } from '@jest/globals';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();

beforeEach(async () => {
  await fixture.addIdentityProvider('acme');
  fixture.upstream.account({ sub: 'jane' });
});

/** Sets a time claim relative to now. Keep past times clear of the limits, because time passes during the test. */
function setIdTokenTime(claim: string, seconds: number): void {
  fixture.upstream.alterIdToken((claims) => ({ ...claims, [claim]: Math.floor(Date.now() / 1_000) + seconds }));
}

const MAX_AGE = { max_age: '60' };

/** Claim, its offset in seconds, request parameters, and the logged reason: null if the ID token is accepted. */
const EDGES: [string, number, Record<string, string>, string | null][] = [
  ['iat', 30, {}, null],
  ['iat', 45, {}, 'wrong-clock'],
  ['iat', 86_400, {}, 'wrong-clock'],
  ['nbf', 30, {}, null],
  ['nbf', 45, {}, 'wrong-clock'],
  ['exp', -15, {}, null],
  ['exp', -30, {}, 'expired'],
  ['auth_time', 30, MAX_AGE, null],
  ['auth_time', 45, MAX_AGE, 'wrong-clock'],
  ['auth_time', 45, {}, null],
  ['auth_time', -75, MAX_AGE, null],
  ['auth_time', -120, MAX_AGE, 'too-long-ago'],
  ['auth_time', 0, { max_age: '0' }, null],
  ['auth_time', -604_800, { max_age: '0' }, 'too-long-ago'],
  ['auth_time', -604_800, { max_age: '1' }, 'too-long-ago'],
  ['auth_time', -604_800, { max_age: String(2 ** 40) }, null],
];

describe('clock skew of an identity provider', () => {
  it.each(EDGES)(
    'tolerates or reports the claim %s %s seconds from now, for a request with %j: %s',
    async (claim, seconds, parameters, reason) => {
      setIdTokenTime(claim, seconds);

      const { answer, location } = await fixture.signIn('jane', 'acme', parameters);

      if (reason === null) expect(location?.searchParams.has('code')).toBe(true);
      else {
        expect([answer.status, getHeading(answer)]).toEqual([400, 'We could not verify the response']);
        expect(await fixture.listUserEvents()).toEqual([`user.sign_in_failed provider:acme ${reason}`]);
        expect(await fixture.listUsers()).toEqual([]);
      }
    },
  );

  it('requires auth_time if the request has max_age=0', async () => {
    fixture.upstream.alterIdToken(({ auth_time: _gone, ...claims }) => claims);

    const { answer } = await fixture.signIn('jane', 'acme', { max_age: '0' });

    expect(getHeading(answer)).toBe('We could not verify the response');
    expect(await fixture.listUserEvents()).toEqual(['user.sign_in_failed provider:acme too-long-ago']);
  });

  it('accepts an auth_time minutes before the callback, even for max_age=0', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser, 'acme', { max_age: '0' })).href, 'jane');
    setIdTokenTime('auth_time', -300);
    await fixture.rows.query(`UPDATE federation_request SET expires_at = expires_at - interval '5 minutes'`);

    const { location } = await browser.follow(await browser.request(back));

    expect(location?.searchParams.has('code')).toBe(true);
  });
});
