import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import type { CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { FederationFixture, UPSTREAM_CLIENT_SECRET } from './federation.fixture.js';

const USER_COUNT = 6_000;

let fixture: FederationFixture;
let browser: CookieBrowser;
let path: string;

beforeAll(async () => {
  fixture = await FederationFixture.start({ WORKER: 'on' });
  path = `/v1/domain/${fixture.domain}/provider/acme`;
  await fixture.addIdentityProvider('acme');
  fixture.upstream.account({ sub: 'jane' });
  browser = fixture.newBrowser();
  await browser.follow(await browser.request(await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane')));
  await fixture.rows.query(
    `WITH made AS (
       INSERT INTO end_user (domain_id, block, identity_provider, upstream_issuer, upstream_sub, username_key, search_text, attributes)
       SELECT $1, 0, 'acme', $2, n::text, 'user number ' || n, '', '{}' FROM generate_series(1, $3::integer) AS n RETURNING sub)
     INSERT INTO oidc_payload (domain_id, model, hash, uid, sub, payload, expires_at)
     SELECT $1, 'Session', sha256(sub::text::bytea), sub::text, sub, '{}', now() + interval '1 day' FROM made`,
    [fixture.domainId, fixture.upstream.issuer, USER_COUNT],
  );
}, 60_000);

afterAll(() => fixture.stop());

/** @returns whether prompt=none yields a code, its error, and the status of the account page */
async function probeSession(cookieBrowser: CookieBrowser): Promise<unknown[]> {
  const { location } = await fixture.startAuthorization(cookieBrowser, { prompt: 'none' });
  return [location?.searchParams.has('code'), location?.searchParams.get('error'), (await cookieBrowser.request('/account')).status];
}

const ENDED_SESSION = [false, 'login_required', 303];
const countRemainingUsers = () =>
  fixture.rows.count('oidc_payload', `domain_id = '${fixture.domainId}' AND model = 'Session' AND sub IS NOT NULL AND consumed_at IS NULL`);

it('ends the sessions of thousands of users before the response, and deletes their rows later', async () => {
  expect(await probeSession(browser)).toEqual([true, null, 200]);

  const { status } = await fixture.stack.caller.delete(path);
  const immediately = [await probeSession(browser), (await countRemainingUsers()) > 0];

  expect([status, ...immediately]).toEqual([204, ENDED_SESSION, true]);
  await eventually(async () => (await countRemainingUsers()) === 0, { timeoutMs: 60_000 });
}, 90_000);

it('notifies clients of the logout if a browser uses the session before its row is deleted', async () => {
  const { domainId, rows } = fixture;
  await rows.insert('backchannel_logout', { domain_id: domainId, client_id: 'shop', uri: 'https://app.example.com/logout' });
  await fixture.addIdentityProvider('globex');
  const early = fixture.newBrowser();
  await early.follow(await early.request(await fixture.upstream.signIn((await fixture.continueToUpstream(early, 'globex')).href, 'jane')));
  const [user] = await rows.query(`SELECT sub FROM end_user WHERE domain_id = $1 AND identity_provider = 'globex'`, [domainId]);

  await rows.query(`DELETE FROM identity_provider WHERE domain_id = $1 AND name = 'globex'`, [domainId]);

  expect(await probeSession(early)).toEqual(ENDED_SESSION);
  const notices = await rows.query('SELECT client_id, sub, sid FROM logout_notice WHERE domain_id = $1 AND sub = $2', [
    domainId,
    user!['sub'],
  ]);
  expect(notices).toEqual([{ client_id: 'shop', sub: user!['sub'], sid: expect.any(String) }]);
});

it('does not restore sessions for a new identity provider of the same name and issuer', async () => {
  const put = () =>
    fixture.stack.caller.put(path, {
      issuer: fixture.upstream.issuer,
      clientId: `latchkey-acme-${fixture.domainId}`,
      clientSecret: UPSTREAM_CLIENT_SECRET,
    });
  expect((await put()).status).toBe(200);
  const other = fixture.newBrowser();
  const signIn = async () => {
    const page = (await fixture.startAuthorization(other)).answer;
    const address = (await other.submit(page, 'Continue with acme')).headers.location!;
    return (await other.follow(await other.request(await fixture.upstream.signIn(address, 'jane')))).location;
  };
  expect((await signIn())?.searchParams.has('code')).toBe(true);

  await fixture.stack.caller.delete(path);
  await put();

  expect([await probeSession(other), await probeSession(browser)]).toEqual([ENDED_SESSION, ENDED_SESSION]);
  expect((await signIn())?.searchParams.has('code')).toBe(true);
}, 60_000);
