import { beforeEach, describe, expect, it } from '@jest/globals';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { DISCOVERY } from '../../../../../test/support/upstream/fake-identity-provider.js';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();
const [TENANT, OTHER] = ['8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10', '72f988bf-86f1-41af-91ab-2d7cd011db47'];

/** Tokens name their tenant, and the discovery document says how. @param claims in place of those of the tenant */
function serveTenant(tid: unknown, claims: Record<string, unknown> = {}): void {
  fixture.upstream.alterIdToken((signed) => ({ ...signed, iss: `${fixture.upstream.issuer}/${String(tid)}/v2.0`, tid, ...claims }));
}

beforeEach(async () => {
  await fixture.addIdentityProvider('acme', { issuer: `${fixture.upstream.issuer}/organizations/v2.0` });
  fixture.upstream.alsoDiscoverAt(`/organizations/v2.0${DISCOVERY}`);
  fixture.upstream.altered.set(DISCOVERY, (body) => ({
    ...body,
    issuer: `${fixture.upstream.issuer}/{tenantid}/v2.0`,
    authorization_response_iss_parameter_supported: false,
  }));
  fixture.upstream.account({ sub: 'jane', claims: { name: 'Jane Doe' } });
});

async function signIn(): Promise<string> {
  const browser = fixture.newBrowser();
  const back = new URL(await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane'));
  // Microsoft does not send it.
  back.searchParams.delete('iss');
  const { answer, location } = await browser.follow(await browser.request(back.href));
  return location ? 'signed in' : `${answer.status} ${getHeading(answer)}: ${(await fixture.listUserEvents()).at(-1)?.split(' ').at(-1)}`;
}

describe('an issuer that serves many tenants', () => {
  it('signs in the users of each tenant, and never takes one for another', async () => {
    serveTenant(TENANT);
    expect([await signIn(), await signIn()]).toEqual(['signed in', 'signed in']);
    serveTenant(OTHER);
    expect(await signIn()).toBe('signed in');

    const users = await fixture.rows.query('SELECT upstream_sub FROM end_user WHERE domain_id = $1 ORDER BY created_at', [
      fixture.domainId,
    ]);
    expect(users).toEqual([{ upstream_sub: `${TENANT}/jane` }, { upstream_sub: `${OTHER}/jane` }]);
  });

  it.each<[string, () => void]>([
    ['the issuer of another tenant', () => serveTenant(TENANT, { tid: OTHER })],
    ['no tenant', () => serveTenant(TENANT, { tid: undefined })],
    ['the template itself', () => serveTenant('{tenantid}')],
    ['the issuer of the configuration', () => serveTenant(TENANT, { iss: `${fixture.upstream.issuer}/organizations/v2.0` })],
    ['a tenant that leads elsewhere', () => serveTenant(`${TENANT}/../x`)],
  ])('refuses a token with %s', async (_what, serve) => {
    serve();

    expect(await signIn()).toBe('400 We could not verify the response: wrong-issuer');
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('admits only the tenants that are required', async () => {
    await fixture.rows.query('UPDATE identity_provider SET required_claims = $2 WHERE domain_id = $1', [
      fixture.domainId,
      JSON.stringify({ tid: [TENANT] }),
    ]);
    serveTenant(TENANT);
    expect(await signIn()).toBe('signed in');
    serveTenant(OTHER);

    expect(await signIn()).toBe('403 This account is not allowed here: required-claim');
    const entries = await fixture.stack.caller.get(`/v1/domain/${fixture.domain}/log?type=user.sign_in_failed`);
    expect(entries.json).toMatchObject([{ data: { reason: 'required-claim', claim: 'tid' } }]);
    expect(entries.text).not.toContain(OTHER);
  });

  it('is not discovered elsewhere', async () => {
    fixture.upstream.altered.set(DISCOVERY, (body) => ({ ...body, issuer: 'https://login.example.com/{tenantid}/v2.0' }));
    const browser = fixture.newBrowser();
    const { answer } = await fixture.startAuthorization(browser);

    const page = await browser.submit(answer, 'Continue with ACME');

    expect(page.status).toBe(400);
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.sign_in_failed provider:acme wrong-issuer');
  });
});
