import { beforeEach, describe, expect, it } from '@jest/globals';
import { useAuthFixture } from '../auth.fixture.js';
import { answerOf, type Browser } from '../in-process-auth.fixture.js';

const fixture = useAuthFixture();

let browser: Browser;
/** Sent as it stands. */
let query: string;

beforeEach(async () => {
  browser = await fixture.signedInBrowser();
  query = new URLSearchParams(fixture.codeRequest({ prompt: 'none' }).request).toString();
});

async function answerTo(path: string): Promise<Record<string, string>> {
  const { headers } = await browser.request(path);
  return answerOf(new URL(headers.location!));
}

const CODE = { code: expect.any(String), state: 'a-state', iss: expect.any(String) };
const LOGIN_REQUIRED = expect.objectContaining({ error: 'login_required' });

describe('authorization request whose session and client are read ahead', () => {
  it('finds them, however the client id is written', async () => {
    const encoded = Array.from(fixture.clientId, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

    for (const clientId of [fixture.clientId, encoded]) {
      expect(await answerTo(`/connect/authorize?${query.replace(fixture.clientId, clientId)}`)).toEqual(CODE);
    }
  });

  it('reads the session of the right cookie, whichever comes first', async () => {
    const other = { name: 'latchkey_session', value: 'another', path: '/', attributes: '' };
    for (const cookies of [
      [other, ...browser.cookies],
      [...browser.cookies, other],
    ]) {
      browser.cookies = cookies;
      expect(await answerTo(`/connect/authorize?${query}`)).toEqual(CODE);
    }
  });

  it('takes no session of a cookie with another signature', async () => {
    const victim = await fixture.signedInBrowser();
    const idOf = ({ cookies }: Browser) => cookies.find(({ name }) => name === '__Host-session')!;
    idOf(browser).value = idOf(victim).value;

    expect(await answerTo(`/connect/authorize?${query}`)).toEqual(LOGIN_REQUIRED);
  });

  it('takes no session of another domain', async () => {
    const domain = await fixture.auth.domain();
    const clientId = await fixture.auth.client(domain);
    const elsewhere = fixture.auth.browser(domain);
    elsewhere.cookies = browser.cookies;

    const { location } = await elsewhere.authorize({ ...fixture.codeRequest({ prompt: 'none' }).request, client_id: clientId });

    expect(answerOf(location)).toEqual(LOGIN_REQUIRED);
  });

  it('takes none whose user was deactivated', async () => {
    const sub = await fixture.user();
    browser = await fixture.signedInBrowser({ sub });
    await fixture.auth.rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);

    expect(await answerTo(`/connect/authorize?${query}`)).toEqual(LOGIN_REQUIRED);
  });
});
