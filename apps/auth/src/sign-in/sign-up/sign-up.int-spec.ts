import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findFormByAction, getForm, getHeading } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { findTablesContaining } from '../../../../../test/support/leftovers.js';
import { CALLBACK, SignUpFixture, type OutboxMessage } from './sign-up.fixture.js';

const EMAIL = 'jane.doe@example.com';

let fixture: SignUpFixture;

beforeAll(async () => {
  fixture = await SignUpFixture.start({ RATE_LIMIT: 'off' });
});

afterAll(() => fixture.stop());

beforeEach(() => fixture.createDomain());

async function createUser(attributes: object): Promise<string> {
  const body = { preferredUsername: 'jane.doe.of.the.shop', name: 'Jane', attributes };
  return ((await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/user`, body)).json as { sub: string }).sub;
}

/** What remains of a page without the values that differ in each. */
const withoutValues = (page: Answer, address: string): string =>
  page.text
    .replaceAll(/value="[\w-]{43}"/g, 'CSRF')
    .replaceAll(/\/sign-in\/[\w-]+/g, 'UID')
    .replaceAll(address, 'ADDRESS');

describe('a person without an account', () => {
  it('creates one by a link in a mail, gives a name, and is signed in to the application that asked', async () => {
    const jane = fixture.browser();

    const sent = await fixture.ask(jane, EMAIL);

    expect([getHeading(sent), sent.text.includes(`We have sent a mail to ${EMAIL}`)]).toEqual(['Check your inbox', true]);
    const [mail, ...others] = (await fixture.listMail()) as [OutboxMessage];
    expect({ mail, others }).toMatchObject({ mail: { to: EMAIL, subject: `Create your account at ${fixture.domain}` }, others: [] });
    const page = await jane.request(mail.link);
    expect(getHeading(page)).toBe('Create an account');
    const offer = await jane.press(page, 'Create an account', { name: 'Jane Doe' });
    expect(getHeading(offer)).toBe('Sign in faster next time');
    const location = await fixture.finish(jane, await jane.submit(offer, 'Not now'));
    expect(location.searchParams.get('state')).toBe('a-state');
    expect(await fixture.redeem(location)).toMatchObject({ amr: ['email'], acr: '0' });
    expect(await fixture.listUsers()).toEqual([{ preferred_username: EMAIL, email: EMAIL, email_verified: true, name: 'Jane Doe' }]);
    expect(await fixture.listEvents()).toEqual(['sign_up.requested', 'user.created', 'magic_link.used', 'user.signed_in']);
    expect((await jane.request(mail.link)).headers.location).toContain('/connect/magiclink');
  });

  it.each([
    ['a short address', 'j@x.de'],
    ['an address of two scripts', 'j\u0430ne.doe@example.com'],
  ])('gets a username that belongs to the address alone, for %s', async (_what, address) => {
    const jane = fixture.browser();
    await fixture.ask(jane, address);
    const [mail] = (await fixture.listMail()) as [OutboxMessage];

    await jane.press(await jane.request(mail.link), 'Create an account', { name: 'Jane' });

    expect(await fixture.listUsers()).toEqual([
      { preferred_username: expect.stringMatching(/^user-[0-9a-f]{16}$/), email: address, email_verified: true, name: 'Jane' },
    ]);
  });

  it('is asked again for an address that is none, and for a name', async () => {
    const jane = fixture.browser();

    const wrong = await fixture.ask(jane, 'jane at example');

    expect([wrong.text.includes('Enter your email address'), await fixture.listMail()]).toEqual([true, []]);
    await jane.submit(wrong, 'Continue', { username: EMAIL });
    const [mail] = (await fixture.listMail()) as [OutboxMessage];
    const page = await jane.request(mail.link);
    for (const name of ['', 'x'.repeat(61), 'Jane\u202eDoe', 'Jane\u0000Doe']) {
      const again = await jane.press(page, 'Create an account', { name });
      expect([name, again.text.includes('Enter a name of at most 60 characters.')]).toEqual([name, true]);
    }
    expect(await fixture.listUsers()).toEqual([]);
    const offer = await jane.press(page, 'Create an account', { name: '<b>Jane</b>' });
    expect([getHeading(offer), offer.text.includes('<b>Jane')]).toEqual(['Sign in faster next time', false]);
  });

  it('is asked in another browser whether they are signing in, and only that browser gets a session', async () => {
    const [asking, phone] = [fixture.browser(), fixture.browser()];
    await asking.press(await fixture.begin(asking, { prompt: 'create' }), 'Continue', { username: EMAIL });
    const [mail] = (await fixture.listMail()) as [OutboxMessage];

    const question = await phone.press(await phone.request(mail.link), 'Create an account', { name: 'Jane' });

    expect([getHeading(question), phone.has('session'), asking.has('session')]).toEqual(['Are you signing in?', false, false]);
    const location = await fixture.finish(phone, await phone.post(findFormByAction(question, 'elsewhere=allow')));
    expect(location.origin + location.pathname).toBe(CALLBACK);
    expect(await fixture.redeem(location)).toMatchObject({ amr: ['email'] });
    expect(asking.has('session')).toBe(false);
  });

  it('is asked for the address at once if the application asks for a new account, even with a session', async () => {
    const jane = fixture.browser();
    const { json } = await fixture.stack.auth.send(fixture.domain, '/.well-known/openid-configuration');
    expect(json).toMatchObject({ prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'] });

    const page = await fixture.begin(jane, { prompt: 'create' });
    expect(getHeading(page)).toBe('Create an account');
    await jane.submit(page, 'Continue', { username: EMAIL });
    const [mail] = (await fixture.listMail()) as [OutboxMessage];
    const location = await fixture.finish(jane, await jane.submit(await jane.request(mail.link), 'Create an account', { name: 'Jane' }));
    expect(location.searchParams.has('code')).toBe(true);

    expect(getHeading(await fixture.begin(jane, { prompt: 'create' }))).toBe('Create an account');
  });
});

describe('the link of a sign-up', () => {
  it('is not consumed by a mail scanner, and works once', async () => {
    const jane = fixture.browser();
    await fixture.ask(jane, EMAIL);
    const [{ link }] = (await fixture.listMail()) as [OutboxMessage];
    for (let n = 0; n < 3; n += 1) await fixture.browser().request(link);
    await fixture.browser().request(link, { method: 'HEAD' });
    const form = getForm(await jane.request(link), 'Create an account');

    const answers = await Promise.all(Array.from({ length: 10 }, () => jane.post(form, { name: 'Jane' })));

    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1);
    expect(await fixture.listUsers()).toHaveLength(1);
    expect(getHeading((await jane.follow(await jane.request(link))).answer)).toBe('This link no longer works');
    expect((await jane.post(form, { name: 'Eve' })).status).not.toBe(200);
    expect(await fixture.listUsers()).toHaveLength(1);
  });

  it('creates no second user of an address that another user has got meanwhile', async () => {
    const jane = fixture.browser();
    await fixture.ask(jane, EMAIL);
    const [mail] = await fixture.listMail();
    const other = { preferredUsername: 'somebody.else', name: 'Jane', attributes: { email: EMAIL.toUpperCase() } };
    await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/user`, other);

    const answer = await jane.submit(await jane.request(mail!.link), 'Create an account', { name: 'Jane' });

    expect([answer.status, getHeading(answer)]).toEqual([409, 'No account was created']);
    expect(await fixture.listUsers()).toHaveLength(1);
  });

  it('creates one user of an address if two are used at the same time', async () => {
    const [one, other] = [fixture.browser(), fixture.browser()];
    await fixture.ask(one, EMAIL);
    await fixture.ask(other, EMAIL.toUpperCase());
    const [second, first] = (await fixture.listMail()) as [OutboxMessage, OutboxMessage];
    const forms = [
      getForm(await one.request(first.link), 'Create an account'),
      getForm(await other.request(second.link), 'Create an account'),
    ];

    const answers = await Promise.all([one.post(forms[0]!, { name: 'Jane' }), other.post(forms[1]!, { name: 'Jane' })]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    expect(answers.filter(({ status }) => status === 409).map(getHeading)).toEqual(['No account was created']);
    expect(await fixture.listUsers()).toHaveLength(1);
  });

  it.each<[string, (link: string) => Promise<string>]>([
    ['of another domain', (link) => fixture.createDomain().then(() => link.replace(/^https:\/\/[^/]+/, `https://${fixture.domain}`))],
    [
      'that has expired',
      async (link) => {
        await fixture.rows.query('UPDATE sign_up SET expires_at = now() WHERE domain_id = $1', [fixture.domainId]);
        return link;
      },
    ],
    ['of a domain that no longer offers it', async (link) => fixture.put('sign-in', { signUp: 'ByInvitation' }).then(() => link)],
  ])('is refused: one %s', async (_which, prepare) => {
    const jane = fixture.browser();
    await fixture.ask(jane, EMAIL);
    const [mail] = (await fixture.listMail()) as [OutboxMessage];
    const link = await prepare(mail.link);

    const browser = fixture.browser();
    expect(getHeading((await browser.follow(await browser.request(link))).answer)).toBe('This link no longer works');
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('needs the form of its own page', async () => {
    const jane = fixture.browser();
    await fixture.ask(jane, EMAIL);
    const [{ link }] = (await fixture.listMail()) as [OutboxMessage];
    const { action, fields, button } = getForm(await fixture.browser().request(link), 'Create an account');

    const answer = await jane.post({ action, fields, button }, { name: 'Jane' });

    expect([answer.status, await fixture.listUsers()]).toEqual([403, []]);
  });

  it('never has its token in the database or in a log', async () => {
    const jane = fixture.browser();
    await fixture.ask(jane, EMAIL);
    const [{ link }] = (await fixture.listMail()) as [OutboxMessage];
    const token = new URL(link).searchParams.get('token')!;

    await jane.press(await jane.request(link), 'Create an account', { name: 'Jane' });

    expect(await findTablesContaining(fixture.stack.database.url, token)).toEqual([]);
    const logs = [fixture.stack.auth, fixture.stack.management].map(({ log }) => log).join('\n');
    expect([logs.includes(token), logs.includes(EMAIL)]).toEqual([false, false]);
  });
});

describe('an address that has an account', () => {
  it.each([
    ['an active user', {}, 1],
    ['an inactive user', { active: false }, 0],
  ])('gets the same page, and the mail of %s is a way in', async (_who, patch, mails) => {
    const jane = fixture.browser();
    const unknown = await fixture.ask(jane, 'nobody@example.com');
    const sub = await createUser({ email: EMAIL });
    await fixture.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${sub}`, patch);
    const before = (await fixture.listMail()).length;

    const known = await fixture.ask(jane, EMAIL);

    expect([known.status, withoutValues(known, EMAIL)]).toEqual([unknown.status, withoutValues(unknown, 'nobody@example.com')]);
    const sent = await fixture.listMail();
    expect(sent.length - before).toBe(mails);
    if (mails === 0) return;
    expect(sent[0]).toMatchObject({ to: EMAIL, subject: `You already have an account at ${fixture.domain}` });
    const location = await fixture.finish(jane, await jane.submit(await jane.request(sent[0]!.link), 'Sign in'));
    expect(await fixture.redeem(location)).toMatchObject({ sub });
  });
});

describe('a domain that does not offer it', () => {
  it.each(['Off', 'ByInvitation'])('shows no way to create an account, and takes no address: %s', async (signUp) => {
    await fixture.createDomain(signUp);
    const eve = fixture.browser();

    const page = await fixture.begin(eve, { prompt: 'create' });

    expect([getHeading(page), page.text.includes('sign-up')]).toEqual(['Sign in', false]);
    const { action, fields, button } = getForm(page, 'Continue');
    const answer = await eve.post({ action: `${action}/sign-up`, fields, button }, { username: EMAIL });
    expect([answer.status, await fixture.listMail()]).toEqual([404, []]);
  });
});
