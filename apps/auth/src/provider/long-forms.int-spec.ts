import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { type Browser, BY_LINK, clientCall, codeRequest, InProcessAuth, type ServedDomainOfTest } from '../in-process-auth.fixture.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const LONGEST = 262_144;
const AFTERWARDS = 'https://app.example.com/bye';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let sub: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  clientId = await auth.client(domain, { audiences: ['https://one.example.com', 'urn:two'], post_sign_out_redirect_uris: [AFTERWARDS] });
  sub = await auth.user(domain);
}, 60_000);

afterAll(() => auth.stop());

/** A form of so many octets. */
function formOf(parameters: Record<string, string>, octets: number, name = 'filling'): string {
  const form = new URLSearchParams(parameters).toString();
  return `${form}&${name}=${'x'.repeat(octets - form.length - name.length - 2)}`;
}

const post = (browser: Browser, path: string, body: string) => browser.request(path, { method: 'POST', headers: FORM, body });

/** What the script of the page does. */
function submit(browser: Browser, { text }: Answer): Promise<Answer> {
  const plain = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const [, action = ''] = /<form [^>]*action="([^"]*)"/.exec(text) ?? [];
  const pairs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ]);
  return post(browser, action, new URLSearchParams(pairs).toString());
}

describe('a form that a browser brings from another site', () => {
  it('may be as long as any body, with every parameter that is in it', async () => {
    const browser = auth.browser(domain);
    const { request } = codeRequest(clientId, { state: '"><&' });
    const resources = '&resource=https%3A%2F%2Fone.example.com&resource=urn%3Atwo';

    const page = await post(browser, '/connect/authorize', `${formOf(request, LONGEST - resources.length)}${resources}`);
    const { location } = await browser.follow(await submit(browser, page));
    const { json } = await browser.request(location.pathname);
    const answered = await browser.decide(location, { signedIn: { sub, ...BY_LINK } });

    expect([page.status, location.pathname]).toEqual([200, expect.stringMatching(/^\/sign-in\//)]);
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' https:`);
    expect(json).toMatchObject({ interaction: { params: { state: '"><&', resource: ['https://one.example.com', 'urn:two'] } } });
    expect(Object.fromEntries(answered.location.searchParams)).toMatchObject({ state: '"><&', code: expect.any(String) });
  });

  it('may sign out as well', async () => {
    const browser = auth.browser(domain);
    await browser.signIn(codeRequest(clientId).request, { sub });
    const parameters = { client_id: clientId, post_logout_redirect_uri: AFTERWARDS, ui_locales: 'de' };

    const page = await post(browser, '/connect/endsession', formOf(parameters, 20_000, 'logout_hint'));
    const question = await submit(browser, page);

    expect([page.headers['content-language'], question.status]).toEqual(['de', 200]);
    expect(question.text).toContain('name="xsrf"');
    expect(question.text).toContain('<html lang="de"');
  });

  it.each(['/connect/authorize', '/connect/endsession'])('and is longer is refused at %s, people by a page', async (path) => {
    const body = formOf(codeRequest(clientId).request, LONGEST + 1);

    const page = await post(auth.browser(domain), path, body);
    const program = await auth.send(domain.name, path, { method: 'POST', headers: FORM, body });

    expect([page.status, page.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    expect(page.text).toContain(page.headers['x-request-id'] as string);
    expect([program.status, program.json]).toEqual([413, expect.objectContaining({ type: '/problems/content-too-large' })]);
  });
});

describe('a form that a client sends', () => {
  const PATHS = ['/connect/par', '/connect/token', '/connect/introspect', '/connect/revocation', '/connect/userinfo'];
  const parameters = { token: 'unknown', grant_type: 'authorization_code', code: 'unknown', redirect_uri: AFTERWARDS };
  const call = (octets: number) => {
    const { body, ...rest } = clientCall(clientId, parameters);
    return { ...rest, body: formOf(Object.fromEntries(new URLSearchParams(body as string)), octets) };
  };

  it.each(PATHS)('to %s is answered alike, be it short or as long as any body', async (path) => {
    const short = await auth.send(domain.name, path, call(1_000));
    const long = await auth.send(domain.name, path, call(LONGEST));

    expect([long.status, long.json]).toEqual([short.status, short.json]);
    expect(long.text).not.toContain('parse');
  });

  it.each(PATHS)('to %s may not be longer', async (path) => {
    const { status, json } = await auth.send(domain.name, path, call(LONGEST + 1));

    expect([status, json]).toEqual([413, expect.objectContaining({ type: '/problems/content-too-large' })]);
  });
});
