import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getForm, getHeading } from '../../../../test/support/cookie-browser.js';
import { SignInFixture } from './sign-in.fixture.js';

const PRESENTATION = {
  name: 'Wheel & Spoke',
  logoUri: 'https://pictures.example.com/wheel.svg',
  clientUri: 'https://wheel.example.com/',
  policyUri: 'https://wheel.example.com/privacy',
  tosUri: 'https://wheel.example.com/terms',
};
const NAME = 'Wheel &amp; Spoke';
const CONSENT = { prompt: 'consent', scope: 'openid offline_access' };

let fixture: SignInFixture;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  for (const id of ['shop-4711', 'bare-4711']) await fixture.createClient(id, { scope: 'openid offline_access' });
  await fixture.stack.caller.put(`/v1/domain/${fixture.domain}/client/shop-4711/presentation`, PRESENTATION);
});
afterAll(() => fixture.stop());

describe('the presentation of a client', () => {
  it('names the application in place of its id at sign-in, on the page of the link, at consent and at sign-out', async () => {
    const person = await fixture.person('maya.okafor');
    const browser = fixture.browser();

    const first = await fixture.begin(browser, 'shop-4711', CONSENT);
    const methods = await browser.press(first, 'Continue', { username: person.username });
    const landing = await fixture.requestLink(browser, methods);
    const elsewhere = await fixture.requestLink(browser, methods, fixture.browser());
    const offer = (await browser.follow(await browser.submit(landing, 'Sign in'))).answer;
    const consent = (await browser.follow(await browser.submit(offer, 'Not now'))).answer;
    const signOut = await browser.request('/connect/endsession?client_id=shop-4711');

    for (const { text } of [first, methods, landing, elsewhere, consent, signOut]) expect(text).not.toContain('shop-4711<');
    for (const { text } of [first, methods, consent, signOut]) expect(text).toContain(NAME);
    expect(getHeading(consent)).toBe('Wheel &amp; Spoke asks for access');
    expect(consent.text).toContain('You go back to app.example.com.');
    for (const uri of Object.values(PRESENTATION).slice(1)) expect(consent.text).toContain(`"${uri}"`);
    expect(consent.headers['content-security-policy']).toContain("img-src 'self' https://pictures.example.com;");
  });

  it('names the application in the mail with the link, beside the device, the address and the time of the request', async () => {
    const { username } = await fixture.person('mail.okafor');
    const browser = fixture.browser();
    const methods = await browser.press(await fixture.begin(browser, 'shop-4711'), 'Continue', { username });
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

    const { action, fields } = getForm(methods, 'Email me a link');
    const type = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: `https://${fixture.domain}`,
      'Sec-Fetch-Site': 'same-origin',
    };
    const headers = { ...type, 'User-Agent': userAgent };
    await browser.request(action, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });

    const [mail] = (await fixture.stack.caller.get('/dev/outbox')).json as { text: string }[];
    expect(mail!.text).toMatch(
      /Application: Wheel & Spoke\nDevice: Firefox, Linux\nIP address: (127\.0\.0\.1|::1)\nTime: \d{1,2} \w+ \d{4} at \d\d:\d\d UTC\n/,
    );
  });

  it('is not needed: the id stands for the name, and its first letter for the logo', async () => {
    const person = await fixture.person('bare.okafor');
    const browser = fixture.browser();

    const offer = await fixture.signInByLink(browser, await fixture.begin(browser, 'bare-4711', CONSENT), person);
    const consent = (await browser.follow(await browser.submit(offer, 'Not now'))).answer;

    expect(getHeading(consent)).toBe('bare-4711 asks for access');
    expect(consent.text).toMatch(/<span class="mark"[^>]*>B<\/span>/);
    expect(consent.headers['content-security-policy']).toContain("img-src 'self';");
  });
});
