import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getForm, getHeading } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { SignUpFixture, type OutboxMessage } from './sign-up.fixture.js';

const EMAIL = 'jane.doe@example.com';
const TARGET = 'https://app.example.com/welcome';

let fixture: SignUpFixture;

beforeAll(async () => {
  fixture = await SignUpFixture.start({ AUTH_URL: 'https://{domain}' });
});

afterAll(() => fixture.stop());

beforeEach(() => fixture.createDomain('ByInvitation'));

const at = (path = ''): string => `/v1/domain/${fixture.domain}/invitation${path}`;
const invite = (body: object = {}): Promise<Answer> => fixture.stack.caller.post(at(), { email: EMAIL, ...body });

async function receive(): Promise<OutboxMessage> {
  return (await fixture.listMail())[0]!;
}

describe('an invited person', () => {
  it('gets a mail, confirms the name, gets the roles and attributes, and goes where the operator says', async () => {
    await fixture.put('role/clerk', {});
    const body = { name: 'Jane Doe', roles: ['clerk'], attributes: { department: 'Sales' }, redirectUri: TARGET, language: 'de' };

    const { status, json } = await invite(body);

    expect({ status, json }).toMatchObject({
      status: 201,
      json: { email: EMAIL, name: 'Jane Doe', roles: ['clerk'], attributes: { department: 'Sales' }, redirectUri: TARGET },
    });
    expect((await fixture.stack.caller.get(at())).json).toEqual([json]);
    const mail = await receive();
    expect(mail).toMatchObject({ to: EMAIL, subject: `Ihre Einladung zu ${fixture.domain}` });
    const jane = fixture.browser();
    const page = await jane.request(mail.link);
    expect(getForm(page, 'Create an account').fields).toMatchObject({ name: 'Jane Doe' });
    const offer = await jane.press(page, 'Create an account', { name: 'Jane D.' });
    expect(getHeading(offer)).toBe('Sign in faster next time');
    const { location } = await jane.follow(await jane.submit(offer, 'Not now'));
    expect([location!.href, jane.has('session')]).toEqual([TARGET, true]);
    expect(await fixture.listUsers()).toEqual([
      { department: 'Sales', name: 'Jane D.', preferred_username: EMAIL, email: EMAIL, email_verified: true },
    ]);
    expect(await fixture.rows.query('SELECT role FROM user_role WHERE domain_id = $1', [fixture.domainId])).toEqual([{ role: 'clerk' }]);
    expect((await fixture.stack.caller.get(at())).json).toEqual([]);
    expect(await fixture.listEvents()).toEqual([
      'sign_up.invited',
      'user.created',
      'user.roles.updated',
      'magic_link.used',
      'user.signed_in',
    ]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['was revoked', (id) => fixture.stack.caller.delete(at(`/${id}`))],
    ['was replaced by a newer one', () => invite()],
    ['is of a domain that no longer invites', () => fixture.put('sign-in', { signUp: 'Off' })],
    ['has expired', () => fixture.rows.query('UPDATE sign_up SET expires_at = now() WHERE domain_id = $1', [fixture.domainId])],
  ])('creates no account by an invitation that %s', async (_what, end) => {
    const { json } = await invite();
    const { link } = await receive();

    await end((json as { id: string }).id);

    const jane = fixture.browser();
    expect(getHeading((await jane.follow(await jane.request(link))).answer)).toBe('This link no longer works');
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('gets no role that was removed meanwhile', async () => {
    await fixture.put('role/clerk', {});
    await invite({ roles: ['clerk'] });
    const { link } = await receive();
    await fixture.stack.caller.delete(`/v1/domain/${fixture.domain}/role/clerk`);

    const jane = fixture.browser();
    await jane.press(await jane.request(link), 'Create an account', { name: 'Jane' });

    expect([(await fixture.listUsers()).length, await fixture.rows.count('user_role', `domain_id = '${fixture.domainId}'`)]).toEqual([
      1, 0,
    ]);
  });
});

describe('an operator', () => {
  it('revokes an invitation once, and the log says so without the address', async () => {
    const { json } = await invite();
    const path = at(`/${(json as { id: string }).id}`);

    expect([(await fixture.stack.caller.delete(path)).status, (await fixture.stack.caller.delete(path)).status]).toEqual([204, 404]);
    const log = await fixture.stack.caller.get(`/v1/domain/${fixture.domain}/log?type=sign_up.*`);
    expect((log.json as { type: string }[]).map(({ type }) => type)).toEqual(['sign_up.revoked', 'sign_up.invited']);
    expect(log.text).not.toContain(EMAIL);
  });

  it('invites nobody where the domain has no invitations, and nobody who is a user', async () => {
    await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/user`, { preferredUsername: EMAIL, name: 'Jane' });
    expect(await invite()).toMatchObject({ status: 409, json: { type: expect.stringMatching(/invitation-conflict$/) } });
    await fixture.put('sign-in', { signUp: 'Off' });

    expect(await invite({ email: 'joe@example.com' })).toMatchObject({ status: 409 });
    expect(await fixture.listMail()).toEqual([]);
  });

  it('gets the defaults of what is null, and no attribute that is', async () => {
    const nulls = { name: null, roles: null, redirectUri: null, expiresInDays: null, language: null };

    const { status, json } = await invite({ ...nulls, attributes: { department: 'Sales', nickname: null } });

    expect({ status, json }).toMatchObject({ status: 201, json: { name: null, roles: [], attributes: { department: 'Sales' } } });
    expect(json).not.toHaveProperty('attributes.nickname');
    const { createdAt, expiresAt } = json as Record<string, string>;
    expect(Math.round((Date.parse(expiresAt!) - Date.parse(createdAt!)) / 86_400_000)).toBe(7);
    expect((await receive()).subject).toBe(`Your invitation to ${fixture.domain}`);
    expect(await invite({ ...nulls, email: 'joe@example.com', attributes: null })).toMatchObject({ status: 201 });
  });

  it('learns of all faults at once', async () => {
    const pointers = ['/email', '/expiresInDays', '/roles/0'];
    const { json } = await invite({ email: 'x', expiresInDays: 0, roles: ['unknown'] });

    expect((json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted()).toEqual(pointers);
  });

  it('invites an address three times a day', async () => {
    const answers = [await invite(), await invite(), await invite(), await invite({ email: EMAIL.toUpperCase() })];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  });

  it.each<[object, string]>([
    [{ email: 'jane at example' }, '/email'],
    [{ email: 'jane@example.com, eve@example.com' }, '/email'],
    [{ name: 'Jane\u202eDoe' }, '/name'],
    [{ roles: ['unknown'] }, '/roles/0'],
    [{ attributes: { email: 'eve@example.com' } }, '/attributes/email'],
    [{ redirectUri: 'http://app.example.com/' }, '/redirectUri'],
    [{ redirectUri: 'javascript:alert(1)' }, '/redirectUri'],
    [{ expiresInDays: 31 }, '/expiresInDays'],
    [{ language: 'xx' }, '/language'],
    [{ subject: 'Buy now' }, '/subject'],
  ])('gets a pointer to what is wrong with %j', async (body, pointer) => {
    expect(await invite(body)).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
    expect(await fixture.listMail()).toEqual([]);
  });
});
