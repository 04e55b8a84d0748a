import { describe, expect, it } from '@jest/globals';
import { sendBytes, type Answer } from '../../../../test/support/http.js';
import { type Browser, BY_LINK, clientCall } from '../in-process-auth.fixture.js';
import { FORM_TOO_LONG, MAX_FORM_BYTES } from './request-limits.js';
import { useAuthFixture } from '../auth.fixture.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** Bytes of a longer form that are read, so that the client receives the rejection. */
const MAX_DROPPED_BYTES = 262_144;
const TOO_LONG = { error: 'invalid_request', error_description: FORM_TOO_LONG };
const AFTERWARDS = 'https://app.example.com/bye';

const fixture = useAuthFixture({
  client: { audiences: ['https://one.example.com', 'urn:two'], post_sign_out_redirect_uris: [AFTERWARDS] },
});

/** A form of the given size in bytes. */
function formOf(parameters: Record<string, string>, octets: number, name = 'filling'): string {
  const form = new URLSearchParams(parameters).toString();
  return `${form}&${name}=${'x'.repeat(octets - form.length - name.length - 2)}`;
}

const post = (browser: Browser, path: string, body: string) => browser.request(path, { method: 'POST', headers: FORM, body });

/** Does what the page's script does. */
function submit(browser: Browser, { text }: Answer): Promise<Answer> {
  const plain = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const [, action = ''] = /<form [^>]*action="([^"]*)"/.exec(text) ?? [];
  const pairs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ]);
  return post(browser, action, new URLSearchParams(pairs).toString());
}

describe('forms that another site posts through the browser', () => {
  it('accepts a form as long as any authorization request, and keeps every parameter', async () => {
    const browser = fixture.browser();
    const { request } = fixture.codeRequest({ state: '"><&' });
    const resources = '&resource=https%3A%2F%2Fone.example.com&resource=urn%3Atwo';

    const page = await post(browser, '/connect/authorize', `${formOf(request, 16_000)}${resources}`);
    const { location } = await browser.follow(await submit(browser, page));
    const { json } = await browser.request(location.pathname);
    const answered = await browser.decide(location, { signedIn: { sub: fixture.sub, ...BY_LINK } });

    expect([page.status, location.pathname]).toEqual([200, expect.stringMatching(/^\/sign-in\//)]);
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' https:`);
    expect(json).toMatchObject({ interaction: { params: { state: '"><&', resource: ['https://one.example.com', 'urn:two'] } } });
    expect(Object.fromEntries(answered.location.searchParams)).toMatchObject({ state: '"><&', code: expect.any(String) });
  });

  it('accepts a form that signs out', async () => {
    const browser = fixture.browser();
    await browser.signIn(fixture.codeRequest().request, { sub: fixture.sub });
    const parameters = { client_id: fixture.clientId, post_logout_redirect_uri: AFTERWARDS, ui_locales: 'de' };

    const page = await post(browser, '/connect/endsession', formOf(parameters, 20_000, 'logout_hint'));
    const question = await submit(browser, page);

    expect([page.headers['content-language'], question.status]).toEqual(['de', 200]);
    expect(question.text).toContain('name="xsrf"');
    expect(question.text).toContain('<html lang="de"');
  });
});

describe('forms longer than 32 KB', () => {
  const BROWSED = ['/connect/authorize', '/connect/endsession', '/connect/authorize?own', '/connect/endsession?own'];

  it.each(BROWSED)('rejects a longer form at %s with a page for browsers', async (path) => {
    const body = formOf(fixture.codeRequest().request, MAX_FORM_BYTES + 1);

    const page = await post(fixture.browser(), path, body);
    const program = await fixture.send(path, { method: 'POST', headers: FORM, body });

    expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain(page.headers['x-request-id'] as string);
    expect([program.status, program.json]).toEqual([400, TOO_LONG]);
  });

  const parameters = { token: 'unknown', grant_type: 'authorization_code', code: 'unknown', redirect_uri: AFTERWARDS };
  const call = (octets: number) => {
    const { body, ...rest } = clientCall(fixture.clientId, parameters);
    return { ...rest, body: formOf(Object.fromEntries(new URLSearchParams(body as string)), octets) };
  };

  it.each(['/connect/token', '/connect/introspect', '/connect/revocation', '/connect/userinfo'])(
    'rejects a longer form at %s; answers one of 32 KB normally',
    async (path) => {
      const short = await fixture.send(path, call(1_000));
      const long = await fixture.send(path, call(MAX_FORM_BYTES));
      const longer = await fixture.send(path, call(MAX_FORM_BYTES + 1));

      expect([long.status, long.json]).toEqual([short.status, short.json]);
      expect([longer.status, longer.json]).toEqual([400, TOO_LONG]);
    },
  );

  it('keeps the connection for the next request if the whole form was read', async () => {
    const { headers } = await fixture.send('/connect/token', call(MAX_DROPPED_BYTES));

    expect(headers.connection).toBe('keep-alive');
  });

  it.each([
    ['announced', (body: string) => `Content-Length: ${10 * body.length}\r\n\r\n${body}`],
    ['in chunks', (body: string) => `Transfer-Encoding: chunked\r\n\r\n${`${body.length.toString(16)}\r\n${body}\r\n`.repeat(20)}`],
  ])('closes the connection for a much longer form, %s, without reading all of it', async (_how, bodyOf) => {
    const head = `POST /connect/token HTTP/1.1\r\nHost: ${fixture.domain.name}\r\nContent-Type: ${FORM['Content-Type']}\r\n`;

    const answer = await sendBytes(fixture.auth.port, head + bodyOf('x'.repeat(30_000)));

    expect([answer.status, answer.json, answer.headers.connection]).toEqual([400, TOO_LONG, 'close']);
  });
});
