import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { getForm } from '../../../../../../../test/support/cookie-browser.js';
import { MagicLinkFixture, REDIRECT_URI } from '../magic-link.fixture.js';

let fixture: MagicLinkFixture;

beforeAll(async () => {
  fixture = await MagicLinkFixture.start();
});

afterAll(() => fixture.stop());

beforeEach(() => fixture.createDomainAndUser());

describe('welcome pages of a link created by the API', () => {
  it('redirects a user with a passkey directly', async () => {
    await fixture.rows.insert('passkey', { domain_id: fixture.domainId, sub: fixture.sub });

    const { location } = await fixture.signInByLink();

    expect(location?.href).toBe(REDIRECT_URI);
  });

  it('redirects a user with an authenticator app or recovery codes directly, so that the mailbox cannot bypass them', async () => {
    for (const [table, row] of [
      ['totp', { secret: Buffer.from('encrypted'), confirmed_at: new Date() }],
      ['recovery_code', {}],
    ] as const) {
      await fixture.createUser();
      const { jane, answer: landing } = await fixture.signInByLink();
      const form = getForm(landing, 'Create a passkey');
      await fixture.rows.insert(table, { domain_id: fixture.domainId, sub: fixture.sub, ...row });

      const refused = await Promise.all([jane.post({ ...form, action: form.action.replace('?', '/options?') }), jane.post(form)]);
      const { location } = await fixture.signInByLink();

      expect(refused.map(({ status }) => status)).toEqual([403, 403]);
      expect(location?.href).toBe(REDIRECT_URI);
    }
  });

  it('lets the user set up an authenticator app before the redirect', async () => {
    const { jane, answer: offer } = await fixture.signInByLink();
    const page = await jane.press(offer, 'Set up an authenticator app');
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');

    const wrong = await jane.press(page, 'Confirm', { code: 'wrong!' });
    const codes = await jane.press(wrong, 'Confirm', { code: generateSync({ secret }) });
    const { location } = await jane.follow(await jane.submit(codes, 'I have kept them'));

    expect([page.status, wrong.status, codes.status]).toEqual([200, 200, 200]);
    expect(wrong.text).toContain('This code is not correct.');
    expect(codes.text.match(/<li><code>/g)).toHaveLength(10);
    expect(location?.href).toBe(REDIRECT_URI);
    expect(await fixture.listLogTypes()).toEqual(expect.arrayContaining(['authenticator_app.created', 'recovery_code.created']));
  });

  it('shows recovery codes until the user acknowledges them', async () => {
    const { jane, answer: offer, location: welcome } = await fixture.signInByLink();
    const page = await jane.press(offer, 'Set up an authenticator app');
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
    const { answer: codes, location: at } = await jane.follow(await jane.submit(page, 'Confirm', { code: generateSync({ secret }) }));

    const [again, begunAgain] = [await jane.request(at!.href), (await jane.follow(await jane.request(welcome!.href))).answer];
    const download = /href="(\/account\/welcome\/recovery-codes\/download[^"]*)"/.exec(again.text)![1]!;
    const [file, stranger] = [await jane.request(download), await fixture.browser().request(at!.href)];
    await jane.submit(again, 'I have kept them');

    expect(codes.text.match(/<li><code>/g)).toHaveLength(10);
    expect([again.text, begunAgain.text]).toEqual([codes.text, codes.text]);
    expect([...codes.text.matchAll(/<li><code>(.*?)<\/code>/g)].map(([, code]) => code)).toEqual(file.text.split('\r\n').slice(3, -1));
    expect([stranger.status, (await fixture.browser().request(download)).status]).toEqual([400, 400]);
    expect((await jane.request(download)).headers.location).toBe(REDIRECT_URI);
    expect((await jane.request(at!.href)).headers.location).toBe(REDIRECT_URI);
    expect((await fixture.listLogTypes()).filter((type) => type === 'recovery_code.created')).toHaveLength(1);
  });

  it('returns to the choice of methods when the user cancels the authenticator app', async () => {
    const { jane, answer: offer } = await fixture.signInByLink();

    const { answer } = await jane.follow(await jane.submit(await jane.press(offer, 'Set up an authenticator app'), 'Cancel'));

    expect(getForm(answer, 'Create a passkey')).toBeDefined();
    expect(await fixture.rows.count('totp', `sub = '${fixture.sub}' AND secret IS NOT NULL`)).toBe(0);
  });

  it('does not redirect other users to its destination', async () => {
    const [jane, link] = [fixture.browser(), await fixture.createLink()];
    const { headers } = await jane.submit(await jane.request(link), 'Sign in');
    await fixture.createUser();
    const other = fixture.browser();
    await other.submit(await other.request(await fixture.createLink()), 'Sign in');

    expect((await other.request(headers.location!)).status).toBe(400);
    expect((await fixture.browser().request(headers.location!)).status).toBe(400);
    expect((await jane.request(headers.location!)).status).toBe(200);
  });
});
