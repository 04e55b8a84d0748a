import { beforeEach, describe, expect, it } from '@jest/globals';
import { getForm, getHeading, type CookieBrowser } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import { useFederationFixture } from '../../../federation/federation.fixture.js';

const fixture = useFederationFixture();
const ADDRESS = 'jane.doe@acme.example';

const configure = (values: { mail_domains?: string[]; enforce_mail_domains?: boolean; enabled?: boolean }) =>
  fixture.addIdentityProvider('acme', { mail_domains: ['acme.example'], ...values });

const createUser = (preferredUsername: string) =>
  fixture.stack.caller.post(`/v1/domain/${fixture.domain}/user`, { preferredUsername, name: 'Jane Doe', email: preferredUsername });

/** Starts a sign-in. @returns its first page, and the path of it */
async function start(browser: CookieBrowser): Promise<{ page: Answer; path: string }> {
  const page = (await fixture.startAuthorization(browser)).answer;
  return { page, path: getForm(page, 'Continue').action };
}

async function type(browser: CookieBrowser, username: string): Promise<Answer> {
  return browser.submit((await start(browser)).page, 'Continue', { username });
}

/** Types the address, comes back without having signed in, and types it again. @returns both answers */
async function typeTwice(): Promise<Answer[]> {
  const browser = fixture.newBrowser();
  const { page, path } = await start(browser);
  const first = await browser.submit(page, 'Continue', { username: ADDRESS });
  const again = await browser.request(`${path}?anew=yes`);
  return [first, await browser.submit(again, 'Continue', { username: ADDRESS })];
}

/** @returns where an answer leads: the host of the upstream, or a path of the domain */
function leadsTo({ status, headers }: Answer): string {
  const location = new URL(headers.location ?? '', fixture.issuer);
  return `${status} ${location.origin === fixture.upstream.issuer ? 'upstream' : location.pathname.replace(/^\/sign-in\/[^/]+/, '')}`;
}

beforeEach(() => {
  fixture.upstream.account({ sub: 'jane' });
});

describe('a mail address at the sign-in', () => {
  it('leads to the identity provider of its mail domain, which is told the address', async () => {
    await configure({});
    const browser = fixture.newBrowser();

    const sent = await type(browser, ADDRESS);

    expect(leadsTo(sent)).toBe('303 upstream');
    expect(new URL(sent.headers.location!).searchParams.get('login_hint')).toBe(ADDRESS);
    const { location } = await browser.follow(await browser.request(await fixture.upstream.signIn(sent.headers.location!, 'jane')));
    expect(location?.searchParams.has('code')).toBe(true);
  });

  it.each([false, true])('says nothing of whether there is such a user: enforced %s', async (enforced) => {
    await configure({ enforce_mail_domains: enforced });
    await createUser(ADDRESS);

    const answers = [await type(fixture.newBrowser(), ADDRESS), await type(fixture.newBrowser(), 'nobody.at.all@acme.example')];

    expect(answers.map(leadsTo)).toEqual(['303 upstream', '303 upstream']);
    const [known, unknown] = answers.map(({ headers }) => {
      const names = [...new URL(headers.location!).searchParams.keys()].toSorted();
      return { names, headers: Object.keys(headers).toSorted() };
    });
    expect(known).toEqual(unknown);
    expect(await fixture.rows.count('log_entry', `domain_id = '${fixture.domainId}' AND type LIKE 'user.sign_in%'`)).toBe(0);
  });

  it.each(['JANE@ACME.EXAMPLE', 'jane@acme.example.', 'a@b@acme.example'])('is compared in one form: %s', async (username) => {
    await configure({});

    expect(leadsTo(await type(fixture.newBrowser(), username))).toBe('303 upstream');
  });

  it.each(['jane.doe', 'jane@other.example', 'jane@sub.acme.example', 'jane@acme.example.evil.example', '@acme.example'])(
    'of no mail domain of a provider has the other ways: %s',
    async (username) => {
      await configure({ enforce_mail_domains: true });

      expect(leadsTo(await type(fixture.newBrowser(), username))).toBe('303 /methods');
    },
  );

  it('has the other ways while the provider is disabled, and in other domains', async () => {
    await configure({ enabled: false, enforce_mail_domains: true });
    const other = await fixture.withNewDomain();

    expect(leadsTo(await type(fixture.newBrowser(), ADDRESS))).toBe('303 /methods');
    const { answer } = await other.startAuthorization(other.newBrowser());
    expect(answer.text).toContain('name="username"');
  });

  it.each<[boolean, string]>([
    [false, '303 /methods'],
    [true, '303 upstream'],
  ])('has the other ways too once the browser has been there, unless the provider is enforced: %s', async (enforced, expected) => {
    await configure({ enforce_mail_domains: enforced });

    expect((await typeTwice()).map(leadsTo)).toEqual(['303 upstream', expected]);
  });

  it('has the other ways while the provider is down', async () => {
    await configure({});
    fixture.upstream.faults.set('/.well-known/openid-configuration', (_request, response) => void response.writeHead(503).end());

    expect((await typeTwice()).map(leadsTo)).toEqual(['400 /', '303 /methods']);
  });

  it.each(['/email', '/sms', '/authenticator-app', '/recovery-code', '/authenticator-app/code', '/recovery-code/code'])(
    'has no other way if the provider is enforced: %s',
    async (path) => {
      await configure({ enforce_mail_domains: true });
      await createUser(ADDRESS);
      const browser = fixture.newBrowser();
      const { page, path: signIn } = await start(browser);
      const { fields } = getForm(page, 'Continue');

      const sent = await browser.post({ action: `${signIn}${path}`, fields, button: '' }, { username: ADDRESS });

      expect(leadsTo(sent)).toBe('303 upstream');
      expect(await fixture.rows.count('magic_link', `domain_id = '${fixture.domainId}'`)).toBe(0);
    },
  );

  it('leads there from the sign-up too', async () => {
    await configure({ enforce_mail_domains: true });
    await fixture.stack.caller.put(`/v1/domain/${fixture.domain}/sign-in`, { signUp: 'Open' });
    const browser = fixture.newBrowser();
    const { page, path } = await start(browser);
    const { fields } = getForm(page, 'Continue');

    const sent = await browser.post({ action: `${path}/sign-up`, fields, button: '' }, { username: ADDRESS });

    expect(leadsTo(sent)).toBe('303 upstream');
  });

  it('is refused where the provider is enforced, but the client does not offer it', async () => {
    await configure({ enforce_mail_domains: true });
    await fixture.createClient('shop', { providers: [] });

    const page = await type(fixture.newBrowser(), ADDRESS);

    expect(`${page.status} ${getHeading(page)}`).toBe('400 This sign-in method is not available');
  });
});
