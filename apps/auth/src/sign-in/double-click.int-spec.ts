import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { startAuth, type Auth } from '../../../../test/support/auth.js';
import { CookieBrowser, getForm } from '../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../test/support/http.js';
import { findTablesContaining } from '../../../../test/support/leftovers.js';
import { sql } from '../../../../test/support/sql.js';
import { parseAuthorizationResponse, SignInFixture, type TestUser } from './sign-in.fixture.js';

let fixture: SignInFixture;
let replica: Auth;
let people = 0;

beforeAll(async () => {
  fixture = await SignInFixture.start({ WORKER: 'on' });
  replica = await startAuth(fixture.stack.database.url, { AUTH_URL: 'https://{domain}', RATE_LIMIT: 'off' });
  await fixture.createClient('shop');
});

afterAll(async () => {
  await replica.stop();
  await fixture.stop();
});

function person(): Promise<TestUser> {
  people += 1;
  return fixture.person(`double.click.${people}`);
}

async function listMails({ username }: TestUser): Promise<{ to: string; subject: string }[]> {
  const { json } = await fixture.stack.caller.get('/dev/outbox');
  return (json as { to: string; subject: string }[]).filter(({ to }) => to === `${username}@example.com`);
}

/** Submits a form twice: at the same moment on two replicas, or again after the first response has led to its end. */
async function submitTwice(
  browser: CookieBrowser,
  submit: (browser: CookieBrowser) => Promise<Answer>,
  concurrent: boolean,
): Promise<Answer[]> {
  if (concurrent) return Promise.all([submit(browser), submit(browser.copy(replica))]);
  const first = await submit(browser);
  await browser.follow(first);
  return [first, await submit(browser)];
}

/** A user with an authenticator app and recovery codes. */
async function createUserWithApp(): Promise<TestUser & { secret: string; codes: string[] }> {
  const user = await person();
  const browser = fixture.browser();
  const offer = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), user);
  const page = await browser.press(offer, 'Set up an authenticator app');
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
  const shown = await browser.press(page, 'Confirm', { code: generateSync({ secret }) });
  const codes = [...shown.text.matchAll(/<li><code>(.*?)<\/code>/g)].map(([, code]) => code!);
  // The confirming code belonged to the current time step, which is consumed.
  await sql(fixture.stack.database.url, 'UPDATE totp SET last_step = 0 WHERE sub = $1', [user.sub]);
  return { ...user, secret, codes };
}

async function begin(browser: CookieBrowser, { username }: TestUser, button: string): Promise<Answer> {
  return browser.press(await browser.press(await fixture.begin(browser, 'shop'), 'Continue', { username }), button);
}

describe.each([
  ['one after the other', false],
  ['at the same moment on two replicas', true],
])('pressing a button twice, %s', (_when, concurrent) => {
  it('redeems a magic link once, and both responses sign the user in', async () => {
    const [user, browser] = [await person(), fixture.browser()];
    const landing = await fixture.requestLink(
      browser,
      await browser.press(await fixture.begin(browser, 'shop'), 'Continue', { username: user.username }),
    );

    const answers = await submitTwice(browser, (one) => one.submit(landing, 'Sign in'), concurrent);

    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[1]!.headers.location).toBe(answers[0]!.headers.location);
    expect(getForm((await browser.follow(answers[1]!)).answer, 'Create a passkey')).toBeDefined();
    expect((await fixture.listLogTypes(user)).filter((type) => type === 'magic_link.refused')).toEqual([]);
  });

  it('accepts an authenticator app code once, and both responses lead to the application', async () => {
    const [user, browser] = [await createUserWithApp(), fixture.browser()];
    const page = await begin(browser, user, 'Use an authenticator app');
    const code = generateSync({ secret: user.secret });

    const answers = await submitTwice(browser, (one) => one.submit(page, 'Verify', { code }), concurrent);
    const ends = [await browser.follow(answers[0]!), await browser.follow(answers[1]!)];

    expect(answers[1]!.headers.location).toBe(answers[0]!.headers.location);
    expect(ends.map(({ answer }) => parseAuthorizationResponse(answer)['state'])).toEqual(['a-state', 'a-state']);
    expect((await fixture.listLogTypes(user)).filter((type) => type === 'user.sign_in_failed')).toEqual([]);
  });

  it('accepts a recovery code once, and sends one mail about it', async () => {
    const [user, browser] = [await createUserWithApp(), fixture.browser()];
    const page = await begin(browser, user, 'Use a recovery code');

    const answers = await submitTwice(browser, (one) => one.submit(page, 'Verify', { code: user.codes[0]! }), concurrent);
    const { answer } = await browser.follow(answers[1]!);

    expect(answers[1]!.headers.location).toBe(answers[0]!.headers.location);
    expect(parseAuthorizationResponse(answer)['code']).toBeDefined();
    expect((await listMails(user)).filter(({ subject }) => subject === 'A recovery code of your account was used')).toHaveLength(1);
  });

  it('sends one magic link', async () => {
    const [user, browser] = [await person(), fixture.browser()];
    const methods = await browser.press(await fixture.begin(browser, 'shop'), 'Continue', { username: user.username });

    const answers = await submitTwice(browser, (one) => one.submit(methods, 'Email me a link'), concurrent);

    expect(answers[1]!.headers.location).toBe(answers[0]!.headers.location);
    expect(await listMails(user)).toHaveLength(1);
    await browser.submit((await browser.follow(answers[0]!)).answer, 'Send another link');
    expect(await listMails(user)).toHaveLength(2);
  });

  it('signs out once', async () => {
    const [user, browser] = [await person(), fixture.browser()];
    await browser.press(await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), user), 'Not now');
    const account = await browser.request('/account');

    const answers = await submitTwice(browser, (one) => one.submit(account, 'Sign out'), concurrent);

    expect(answers.map(({ headers }) => headers.location)).toEqual(['/account/signed-out', '/account/signed-out']);
    expect((await fixture.listLogTypes(user)).filter((type) => type === 'user.signed_out')).toHaveLength(1);
  });
});

describe('outcome of a form', () => {
  it('hides the outcome from another browser that has the same form', async () => {
    const [user, browser, other] = [await person(), fixture.browser(), fixture.browser()];
    const landing = await fixture.requestLink(
      browser,
      await browser.press(await fixture.begin(browser, 'shop'), 'Continue', { username: user.username }),
    );
    await browser.submit(landing, 'Sign in');

    const stolen = await other.submit(landing, 'Sign in');

    expect(stolen.status).toBe(403);
    expect(other.has('session')).toBe(false);
  });

  it('repeats the outcome for 30 seconds', async () => {
    const [user, browser] = [await person(), fixture.browser()];
    const landing = await fixture.requestLink(
      browser,
      await browser.press(await fixture.begin(browser, 'shop'), 'Continue', { username: user.username }),
    );
    await browser.submit(landing, 'Sign in');
    await sql(fixture.stack.database.url, `UPDATE form_submission SET expires_at = expires_at - interval '30 seconds'`);

    expect((await browser.submit(landing, 'Sign in')).status).toBe(400);
  });

  it('repeats the outcome only until the browser submits another form', async () => {
    const [user, browser] = [await createUserWithApp(), fixture.browser()];
    await browser.press(await begin(browser, user, 'Use an authenticator app'), 'Verify', { code: generateSync({ secret: user.secret }) });
    const account = await browser.request('/account');
    const setUp = await browser.press(account, 'Remove the authenticator app');
    const first = await browser.press(setUp, 'Set up an authenticator app');
    const cancelled = await browser.press(first, 'Cancel');

    const second = await browser.press(cancelled, 'Set up an authenticator app');

    expect(getForm(second, 'Confirm')).toBeDefined();
  });

  it('stores the outcome encrypted', async () => {
    const [user, browser] = [await person(), fixture.browser()];
    await browser.press(await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), user), 'Not now');

    const outcomes = await sql<{ outcome: Buffer }>(
      fixture.stack.database.url,
      'SELECT outcome FROM form_submission WHERE outcome IS NOT NULL',
    );

    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes.filter(({ outcome }) => /sign-in|connect|location/.test(outcome.toString('latin1')))).toEqual([]);
    expect(await findTablesContaining(fixture.stack.database.url, browser.valueOf('session')!.split('.')[0]!)).toEqual([]);
  });

  it('does not store an outcome with an error, so that every wrong code counts', async () => {
    const [user, browser] = [await createUserWithApp(), fixture.browser()];
    const page = await begin(browser, user, 'Use an authenticator app');

    const texts: string[] = [];
    for (let n = 0; n < 4; n += 1) texts.push((await browser.press(page, 'Verify', { code: '000000' })).text);

    expect(texts.slice(0, 3).every((text) => text.includes('This code is not correct.'))).toBe(true);
    expect(texts[3]).toContain('Too many attempts.');
  });
});

describe('correct codes', () => {
  it('does not count a correct code towards the limit of wrong ones', async () => {
    const user = await createUserWithApp();
    for (let n = 0; n < 4; n += 1) {
      const browser = fixture.browser();
      const page = await begin(browser, user, 'Use an authenticator app');
      await sql(fixture.stack.database.url, 'UPDATE totp SET last_step = 0 WHERE sub = $1', [user.sub]);

      const answer = await browser.press(page, 'Verify', { code: generateSync({ secret: user.secret }) });

      expect(parseAuthorizationResponse(answer)['code']).toBeDefined();
    }
  });
});
