import { beforeEach, describe, expect, it } from '@jest/globals';
import { getForm, getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();
const PATH = '/connect/federation/acme';

beforeEach(async () => {
  await fixture.addIdentityProvider('acme', { response_mode: 'form_post' });
  fixture.upstream.account({ sub: 'jane', claims: { preferred_username: 'jane.doe.upstream' } });
});

/** Signs in at the upstream. @returns the fields of the form that its page posts */
async function signInAtUpstream(browser: CookieBrowser): Promise<Record<string, string>> {
  const address = await fixture.continueToUpstream(browser);
  expect(address.searchParams.get('response_mode')).toBe('form_post');
  const { action, fields } = await fixture.upstream.signInByForm(address.href, 'jane');
  expect(new URL(action).pathname).toBe(PATH);
  return fields;
}

/** Posts like a page of another site: the browser sends no SameSite=Lax cookies. */
function postCrossSite(fields: Record<string, string> | URLSearchParams): Promise<Answer> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: fixture.upstream.issuer, 'Sec-Fetch-Site': 'cross-site' };
  return fixture.stack.auth.send(fixture.domain, PATH, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
}

describe('response_mode=form_post from an identity provider', () => {
  it('signs the user in through a redirect, with which the browser sends its cookies', async () => {
    const browser = fixture.newBrowser();
    const posted = await postCrossSite(await signInAtUpstream(browser));

    expect([posted.status, posted.headers['cache-control'], posted.headers['referrer-policy']]).toEqual([303, 'no-store', 'no-referrer']);
    const { location } = await browser.follow(await browser.request(posted.headers.location!));
    expect(location?.searchParams.has('code')).toBe(true);
    expect(await fixture.listUserEvents()).toEqual(['user.created provider:acme', 'user.signed_in provider:acme provider']);
  });

  it('drops the personal data that Sign in with Apple posts', async () => {
    const fields = { ...(await signInAtUpstream(fixture.newBrowser())), user: '{"name":{"firstName":"Jane"}}' };

    const { headers } = await postCrossSite(fields);

    expect([...new URL(headers.location!).searchParams.keys()].toSorted()).toEqual(
      Object.keys(fields)
        .filter((name) => name !== 'user')
        .toSorted(),
    );
  });

  it('reposts the response from a page of the domain if it is too long for a URL', async () => {
    const browser = fixture.newBrowser();
    const page = await postCrossSite({ ...(await signInAtUpstream(browser)), session_state: 'x'.repeat(9_000) });
    const form = getForm(page, 'Continue');

    const posted = await browser.post(form);
    const { location } = await browser.follow(posted);

    expect([page.status, form.action]).toEqual([200, `${PATH}?own`]);
    // The form-action of the page's policy would stop a redirect that ends at the application.
    expect([posted.status, posted.headers.location]).toEqual([200, undefined]);
    expect(location?.searchParams.has('code')).toBe(true);
  });

  it('rejects the response in another browser', async () => {
    const posted = await postCrossSite(await signInAtUpstream(fixture.newBrowser()));
    const other = fixture.newBrowser();

    const pages = [
      await other.request(posted.headers.location!),
      await other.post({ action: `${PATH}?own`, fields: Object.fromEntries(new URL(posted.headers.location!).searchParams), button: '' }),
    ];

    expect(pages.map((page) => `${page.status} ${getHeading(page)}`)).toEqual(Array(2).fill('400 This sign-in was started elsewhere'));
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('accepts the response once', async () => {
    const browser = fixture.newBrowser();
    const { headers } = await postCrossSite(await signInAtUpstream(browser));
    await browser.request(headers.location!);

    expect(getHeading(await browser.request(headers.location!))).toBe('This sign-in has ended');
  });

  it('keeps a repeated parameter, which is rejected later', async () => {
    const browser = fixture.newBrowser();
    const fields = new URLSearchParams(await signInAtUpstream(browser));
    fields.append('code', 'another');

    const { headers } = await postCrossSite(fields);

    expect(getHeading(await browser.request(headers.location!))).toBe('We could not verify the response');
  });

  it('accepts JSON without a parameter, which matches no sign-in', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const posted = await fixture.stack.auth.send(fixture.domain, PATH, { method: 'POST', headers, body: '{"state":{"toString":1}}' });

    expect([posted.status, posted.headers.location]).toEqual([303, `${fixture.issuer}${PATH}?`]);
  });
});
