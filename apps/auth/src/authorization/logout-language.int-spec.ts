import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { type Browser, codeRequest } from '../in-process-auth.fixture.js';
import { useAuthFixture } from '../auth.fixture.js';

const GERMAN = ['de', 'de'];

let browser: Browser;

const fixture = useAuthFixture();

beforeEach(async () => {
  browser = fixture.browser();
  await browser.signIn(codeRequest(await fixture.client()).request, { sub: await fixture.user() });
});

const languagesOf = ({ text, headers }: Answer) => [/<html lang="(\w+)"/.exec(text)?.[1], headers['content-language']];

const endSession = (parameters: Record<string, string>, who = browser) =>
  who.request(`/connect/endsession?${new URLSearchParams(parameters).toString()}`);

/** Presses a button of the confirmation page. */
async function press({ text }: Answer, fields: Record<string, string>): Promise<Answer> {
  const [, action = ''] = /action="([^"]*endsession[^"]*)"/.exec(text) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(text) ?? [];
  const { pathname, search } = new URL(action.replaceAll('&amp;', '&'), fixture.domain.issuer);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ xsrf, ...fields }).toString();
  return (await browser.follow(await browser.request(`${pathname}${search}`, { method: 'POST', headers, body }))).answer;
}

describe('ui_locales of a logout request', () => {
  it('sets the language of the confirmation page and of the page after it', async () => {
    const question = await endSession({ ui_locales: 'xx de-AT' });
    const page = await press(question, { logout: 'yes' });

    expect([languagesOf(question), languagesOf(page)]).toEqual([GERMAN, GERMAN]);
    expect(page.status).toBe(200);
  });

  it('falls back to the language of the page if no user is signed in', async () => {
    const nobody = fixture.browser();

    expect(languagesOf((await nobody.follow(await endSession({ ui_locales: 'de' }, nobody))).answer)).toEqual(GERMAN);
  });

  it('falls back to the language of the page if the requested one is invalid', async () => {
    const page = await browser.request('/connect/endsession?client_id=nobody&ui_locales=de');

    expect([page.status, ...languagesOf(page)]).toEqual([400, ...GERMAN]);
  });

  it("falls back to the browser's language if the request names none", async () => {
    const headers = { 'Accept-Language': 'fr' };
    const question = await browser.request('/connect/endsession', { headers });

    expect(languagesOf(question)).toEqual(['fr', 'fr']);
    expect(question.text).not.toContain('ui_locales');
  });
});
