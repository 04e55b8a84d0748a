import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { FederationFixture } from '../federation.fixture.js';

let fixture: FederationFixture;

beforeAll(async () => {
  fixture = await FederationFixture.start();
  await fixture.addIdentityProvider('acme');
});

afterAll(() => fixture.stop());

describe('federation callbacks', () => {
  it('rejects and logs a callback after ten minutes, and links back to the sign-in', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    await fixture.rows.query(`UPDATE federation_request SET expires_at = now()`);

    const late = await browser.request(back);
    const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(late.text)![1]!);

    expect([late.status, getHeading(late), again.status]).toEqual([400, 'This sign-in has ended', 200]);
    expect(late.text).toContain('You returned from ACME a second time, or after more than ten minutes.');
    expect(await fixture.listUsers()).toEqual([]);
    expect(await fixture.listUserEvents()).toContain('user.sign_in_failed provider:acme too-late');
  });

  it('explains an expired callback for 24 hours, even after later requests', async () => {
    const browser = fixture.newBrowser();
    const { answer } = await fixture.startAuthorization(browser);
    const redirect = await browser.submit(answer, 'Continue with ACME');
    const back = await fixture.upstream.signIn(redirect.headers.location!, 'jane');
    await fixture.rows.query(`UPDATE federation_request SET expires_at = now() - interval '23 hours'`);
    await fixture.continueToUpstream(fixture.newBrowser());

    const late = await browser.request(back);

    expect(redirect.headers['set-cookie']!.filter((cookie) => cookie.includes('federation'))).toEqual([
      expect.stringContaining('; Max-Age=86400; '),
      expect.stringContaining('; Max-Age=86400; '),
    ]);
    expect(late.text).toContain('You returned from ACME a second time, or after more than ten minutes.');
    expect(late.text).toContain('href="/sign-in/');
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.sign_in_failed provider:acme too-late');
  });

  it('accepts the callback of each of several concurrent sign-ins in a new browser', async () => {
    const browser = fixture.newBrowser();
    const pages = [
      (await fixture.startAuthorization(browser)).answer,
      (await fixture.startAuthorization(browser)).answer,
      (await fixture.startAuthorization(browser)).answer,
    ];
    const redirects = await Promise.all(pages.map((page) => browser.submit(page, 'Continue with ACME')));
    const backs = await Promise.all(redirects.map(({ headers }) => fixture.upstream.signIn(headers.location!, 'jim')));

    const answers = [];
    for (const back of backs) answers.push(await browser.request(back));

    expect(answers.map((answer) => [answer.status, getHeading(answer)])).toEqual([
      [303, ''],
      [303, ''],
      [303, ''],
    ]);
    expect(answers.map(({ headers }) => headers['set-cookie']?.some((line) => /^(__Host-)?federation-.*Max-Age=0;/.test(line)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['removed through the API', 'gone', () => fixture.stack.caller.delete(`/v1/domain/${fixture.domain}/provider/gone`)],
    ['removed, with its users still signed in,', 'going', () => fixture.rows.query(`DELETE FROM identity_provider WHERE name = 'going'`)],
  ])(
    'shows an error with a link to the application if the identity provider is %s before the user gives consent',
    async (_how, name, remove) => {
      await fixture.createClient('polite', { policies: ['consent'] });
      await fixture.addIdentityProvider(name);
      const browser = fixture.newBrowser();
      const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser, name, { client_id: 'polite' })).href, 'jill');
      const { answer: page } = await browser.follow(await browser.request(back));
      await remove();

      const allowed = await browser.submit(page, 'Allow');

      expect([getHeading(page), allowed.status, getHeading(allowed)]).toEqual([
        'polite asks for access',
        400,
        'This sign-in method is not available',
      ]);
      expect(allowed.text).toContain('href="https://app.example.com"');
      expect((await fixture.listUserEvents()).at(-1)).toBe(`user.sign_in_failed provider:${name} provider-off`);
    },
  );

  it("continues after a signed-in user's consent if the identity provider is disabled meanwhile", async () => {
    await fixture.createClient('civil', { policies: ['consent'] });
    await fixture.addIdentityProvider('paused');
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser, 'paused', { client_id: 'civil' })).href, 'jack');
    const { answer: page } = await browser.follow(await browser.request(back));
    await fixture.rows.query(`UPDATE identity_provider SET enabled = false WHERE name = 'paused' AND domain_id = $1`, [fixture.domainId]);

    const { location } = await browser.follow(await browser.submit(page, 'Allow'));

    expect(location?.searchParams.has('code')).toBe(true);
  });

  it('rejects and logs a callback if the identity provider is disabled before the sign-in completes', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'joe');
    const answer = await browser.request(back);
    await fixture.rows.query('UPDATE identity_provider SET enabled = false WHERE domain_id = $1', [fixture.domainId]);

    const { answer: page, location } = await browser.follow(answer);

    expect([answer.status, page.status, getHeading(page)]).toEqual([303, 400, 'This sign-in method is not available']);
    expect(location?.searchParams.has('code')).toBe(false);
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.sign_in_failed provider:acme provider-off');
  });
});
