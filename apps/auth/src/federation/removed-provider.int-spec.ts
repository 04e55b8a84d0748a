import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import type { CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { FederationWorld, UPSTREAM_SECRET } from './federation.fixture.js';

const USERS = 6_000;

let world: FederationWorld;
let browser: CookieBrowser;
let path: string;

beforeAll(async () => {
  world = await FederationWorld.start();
  path = `/v1/domain/${world.domain}/provider/acme`;
  await world.provider('acme');
  world.upstream.account({ sub: 'jane' });
  browser = world.browser();
  await browser.follow(await browser.request(await world.upstream.visit((await world.leave(browser)).href, 'jane')));
  await world.rows.query(
    `WITH made AS (
       INSERT INTO end_user (domain_id, block, identity_provider, upstream_issuer, upstream_sub, username_key, search_text, attributes)
       SELECT $1, 0, 'acme', $2, n::text, 'user number ' || n, '', '{}' FROM generate_series(1, $3::integer) AS n RETURNING sub)
     INSERT INTO oidc_payload (domain_id, model, hash, uid, sub, payload, expires_at)
     SELECT $1, 'Session', sha256(sub::text::bytea), sub::text, sub, '{}', now() + interval '1 day' FROM made`,
    [world.domainId, world.upstream.issuer, USERS],
  );
}, 60_000);

afterAll(() => world.stop());

/** What the session is still good for: silent sign-in, and the account page. */
async function sessionOf(one: CookieBrowser): Promise<unknown[]> {
  const { location } = await world.begin(one, { prompt: 'none' });
  return [location?.searchParams.has('code'), location?.searchParams.get('error'), (await one.request('/account')).status];
}

const ENDED = [false, 'login_required', 303];
const left = () =>
  world.rows.count('oidc_payload', `domain_id = '${world.domainId}' AND model = 'Session' AND sub IS NOT NULL AND consumed_at IS NULL`);

it('ends the sessions of thousands of users with the answer, and clears away after them later', async () => {
  expect(await sessionOf(browser)).toEqual([true, null, 200]);

  const { status } = await world.stack.caller.delete(path);
  const atOnce = [await sessionOf(browser), (await left()) > 0];

  expect([status, ...atOnce]).toEqual([204, ENDED, true]);
  await eventually(async () => (await left()) === 0, { within: 60_000 });
}, 90_000);

it('has the clients told of a session whose browser comes by before it was cleared away', async () => {
  const { domainId, rows } = world;
  await rows.insert('backchannel_logout', { domain_id: domainId, client_id: 'shop', uri: 'https://app.example.com/logout' });
  await world.provider('globex');
  const early = world.browser();
  await early.follow(await early.request(await world.upstream.visit((await world.leave(early, 'globex')).href, 'jane')));
  const [user] = await rows.query(`SELECT sub FROM end_user WHERE domain_id = $1 AND identity_provider = 'globex'`, [domainId]);

  await rows.query(`DELETE FROM identity_provider WHERE domain_id = $1 AND name = 'globex'`, [domainId]);

  expect(await sessionOf(early)).toEqual(ENDED);
  const told = await rows.query('SELECT client_id, sub, sid FROM logout_notice WHERE domain_id = $1 AND sub = $2', [
    domainId,
    user!['sub'],
  ]);
  expect(told).toEqual([{ client_id: 'shop', sub: user!['sub'], sid: expect.any(String) }]);
});

it('brings none of them back with a provider of the same name and issuer', async () => {
  const put = () =>
    world.stack.caller.put(path, {
      issuer: world.upstream.issuer,
      clientId: `latchkey-acme-${world.domainId}`,
      clientSecret: UPSTREAM_SECRET,
    });
  expect((await put()).status).toBe(200);
  const other = world.browser();
  const signIn = async () => {
    const page = (await world.begin(other)).answer;
    const address = (await other.submit(page, 'Continue with acme')).headers.location!;
    return (await other.follow(await other.request(await world.upstream.visit(address, 'jane')))).location;
  };
  expect((await signIn())?.searchParams.has('code')).toBe(true);

  await world.stack.caller.delete(path);
  await put();

  expect([await sessionOf(other), await sessionOf(browser)]).toEqual([ENDED, ENDED]);
  expect((await signIn())?.searchParams.has('code')).toBe(true);
}, 60_000);
