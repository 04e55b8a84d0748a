import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { headingOf } from '../../../../test/support/cookie-browser.js';
import { FederationWorld } from './federation.fixture.js';

let world: FederationWorld;

beforeAll(async () => {
  world = await FederationWorld.start();
  await world.provider('acme');
});

afterAll(() => world.stop());

describe('the way back from a provider', () => {
  it('is closed after ten minutes, which the log has, and leads back to the sign-in', async () => {
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser)).href, 'jane');
    await world.rows.query(`UPDATE federation_request SET expires_at = now()`);

    const late = await browser.request(back);
    const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(late.text)![1]!);

    expect([late.status, headingOf(late), again.status]).toEqual([400, 'This sign-in is over', 200]);
    expect(late.text).toContain('You came back from ACME a second time, or after more than ten minutes.');
    expect(await world.users()).toEqual([]);
    expect(await world.log()).toContain('user.sign-in-failed provider:acme too-late');
  });

  it('is known to be closed for a day, whoever else has gone there since', async () => {
    const browser = world.browser();
    const { answer } = await world.begin(browser);
    const sent = await browser.submit(answer, 'Continue with ACME');
    const back = await world.upstream.visit(sent.headers.location!, 'jane');
    await world.rows.query(`UPDATE federation_request SET expires_at = now() - interval '23 hours'`);
    await world.leave(world.browser());

    const late = await browser.request(back);

    expect(sent.headers['set-cookie']!.filter((cookie) => cookie.includes('federation'))).toEqual([
      expect.stringContaining('; Max-Age=86400; '),
      expect.stringContaining('; Max-Age=86400; '),
    ]);
    expect(late.text).toContain('You came back from ACME a second time, or after more than ten minutes.');
    expect(late.text).toContain('href="/sign-in/');
    expect((await world.log()).at(-1)).toBe('user.sign-in-failed provider:acme too-late');
  });

  it('is open to each of several that began at the same moment in a browser that had not been there', async () => {
    const browser = world.browser();
    const pages = [(await world.begin(browser)).answer, (await world.begin(browser)).answer, (await world.begin(browser)).answer];
    const sent = await Promise.all(pages.map((page) => browser.submit(page, 'Continue with ACME')));
    const backs = await Promise.all(sent.map(({ headers }) => world.upstream.visit(headers.location!, 'jim')));

    const answers = [];
    for (const back of backs) answers.push(await browser.request(back));

    expect(answers.map((answer) => [answer.status, headingOf(answer)])).toEqual([
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
    ['removed, and its users signed out', 'gone', () => world.stack.caller.delete(`/v1/domain/${world.domain}/provider/gone`)],
    ['removed just now', 'going', () => world.rows.query(`DELETE FROM identity_provider WHERE name = 'going'`)],
  ])('leads to a page for consent, which ends where the provider was %s: it says so, and leads on', async (_when, name, remove) => {
    await world.client('polite', { policies: ['consent'] });
    await world.provider(name);
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser, name, { client_id: 'polite' })).href, 'jill');
    const { answer: page } = await browser.follow(await browser.request(back));
    await remove();

    const allowed = await browser.submit(page, 'Allow');

    expect([headingOf(page), allowed.status, headingOf(allowed)]).toEqual(['polite asks for access', 400, 'This way to sign in is closed']);
    expect(allowed.text).toContain('href="https://app.example.com"');
    expect((await world.log()).at(-1)).toBe(`user.sign-in-failed provider:${name} provider-off`);
  });

  it('leads to a page for consent, which whoever is signed in by then can answer though the provider is switched off', async () => {
    await world.client('civil', { policies: ['consent'] });
    await world.provider('paused');
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser, 'paused', { client_id: 'civil' })).href, 'jack');
    const { answer: page } = await browser.follow(await browser.request(back));
    await world.rows.query(`UPDATE identity_provider SET enabled = false WHERE name = 'paused' AND domain_id = $1`, [world.domainId]);

    const { location } = await browser.follow(await browser.submit(page, 'Allow'));

    expect(location?.searchParams.has('code')).toBe(true);
  });

  it('ends where the provider was switched off meanwhile, which the log has', async () => {
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser)).href, 'joe');
    const answer = await browser.request(back);
    await world.rows.query('UPDATE identity_provider SET enabled = false WHERE domain_id = $1', [world.domainId]);

    const { answer: page, location } = await browser.follow(answer);

    expect([answer.status, page.status, headingOf(page)]).toEqual([303, 400, 'This way to sign in is closed']);
    expect(location?.searchParams.has('code')).toBe(false);
    expect((await world.log()).at(-1)).toBe('user.sign-in-failed provider:acme provider-off');
  });
});
