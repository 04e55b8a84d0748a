import { describe, expect, it } from '@jest/globals';
import { AccountUser, ageSessions, describeRedirect, describeSignInRequest, JANE, useAccountFixture } from './account.fixture.js';

const PAGE = '/account/profile';
const { attributes: ATTRIBUTES } = JANE;

const fixture = useAccountFixture();

/** The fields of the form on the page, with their values. */
async function readForm(user: AccountUser): Promise<Record<string, string>> {
  const { text } = await user.get(PAGE);
  const inputs = [...text.matchAll(/<input[^>]* name="(\w+)"[^>]*?(?: value="([^"]*)")?[^>]*>/g)];
  const fields = inputs.map(([tag, name]): [string, string] => [name!, / value="([^"]*)"/.exec(tag)?.[1] ?? '']);
  const lists = [...text.matchAll(/<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/gs)].filter(([, name]) => name !== 'language');
  const chosen = lists.map(([, name, options]): [string, string] => [
    name!,
    /<option value="([^"]*)" selected/.exec(options!)?.[1] ?? /selected[^>]* value="([^"]*)"/.exec(options!)?.[1] ?? '',
  ]);
  return Object.fromEntries([...fields, ...chosen]);
}

const submit = (user: AccountUser, fields: Record<string, string>) => user.submitForm(PAGE, fields, { 'Sec-Fetch-Site': 'same-origin' });

async function change(user: AccountUser, fields: Record<string, string>) {
  return submit(user, { ...(await readForm(user)), name: 'Jane Doe', ...fields });
}

async function findAttributes({ sub }: AccountUser): Promise<unknown> {
  const [row] = await fixture.auth.rows.query<{ attributes: unknown }>(
    'SELECT attributes FROM end_user WHERE domain_id = $1 AND sub = $2',
    [fixture.domain.id, sub],
  );
  return row!.attributes;
}

const allow = (names: readonly string[]) =>
  fixture.auth.rows.query(`UPDATE domain SET editable_attributes = $2, revision = nextval('revision') WHERE id = $1`, [
    fixture.domain.id,
    names,
  ]);

describe('the profile', () => {
  it('has a field for each attribute that people may change, and shows the others', async () => {
    const { text, status, headers } = await fixture.user.get(PAGE);

    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' });
    expect(Object.keys(await readForm(fixture.user)).toSorted()).toEqual(
      ['csrf', 'version', 'name', 'given_name', 'family_name', 'middle_name', 'nickname', 'locale', 'zoneinfo', 'email', 'to'].toSorted(),
    );
    expect(text).toMatch(/<dt>Username<\/dt><dd><bdi>jane.doe.1<\/bdi>/);
    expect(text).toContain('To change these, ask the organization that gave you this account.');
  });

  it('changes as the person enters it, with the log entry that an operator would cause', async () => {
    const saved = await change(fixture.user, { name: ' Jane Roe ', given_name: 'Jane', zoneinfo: 'Europe/Vienna', locale: '' });

    expect(describeRedirect(saved)).toBe(`303 ${PAGE}: profile-saved`);
    const { locale: _locale, ...others } = ATTRIBUTES;
    expect(await findAttributes(fixture.user)).toEqual({
      ...others,
      name: 'Jane Roe',
      given_name: 'Jane',
      zoneinfo: 'Europe/Vienna',
    });
    const log = await fixture.auth.rows.query('SELECT type, actor_type, actor_id, sub FROM log_entry WHERE domain_id = $1', [
      fixture.domain.id,
    ]);
    const { sub } = fixture.user;
    expect(log).toEqual([{ type: 'user.updated', actor_type: 'user', actor_id: sub, sub }]);
    expect((await fixture.user.get(PAGE)).text).toMatch(/role="status">Your profile was saved/);
  });

  it('names every error at its field, keeps what was entered, and changes nothing', async () => {
    await allow(['name', 'website', 'birthdate', 'nickname', 'zoneinfo']);

    const entered = { name: ' ', website: 'jane', birthdate: '1984-02-30', nickname: 'J\u0000', zoneinfo: 'Mars/Base' };
    const { status, text } = await change(fixture.user, entered);

    expect(status).toBe(422);
    const errors = [...text.matchAll(/<p id="(\w+)-error" class="field-error" role="alert">([^<]+)</g)].map(([, name, error]) => [
      name,
      error,
    ]);
    expect(Object.fromEntries(errors)).toEqual({
      name: 'Enter your name.',
      website: 'Enter a full address, as a browser shows it.',
      birthdate: 'Enter an existing date, such as 1984-02-29.',
      nickname: 'This cannot be saved. Shorten it, or enter something else.',
      zoneinfo: 'This cannot be saved. Shorten it, or enter something else.',
    });
    expect(text).toContain('value="1984-02-30"');
    expect(await findAttributes(fixture.user)).toEqual(ATTRIBUTES);
  });

  it('does not overwrite a change that the page has not shown, also if both come at once', async () => {
    const form = { ...(await readForm(fixture.user)), name: 'Jane Doe' };
    const elsewhere = await AccountUser.withSession(fixture.auth, fixture.domain, fixture.user);
    const otherForm = { ...(await readForm(elsewhere)), name: 'Jane Roe' };

    const answers = await Promise.all([submit(fixture.user, form), submit(elsewhere, otherForm)]);

    expect(answers.map(describeRedirect).toSorted()).toEqual([`303 ${PAGE}: profile-changed`, `303 ${PAGE}: profile-saved`]);
    const [first] = answers.map((answer) => describeRedirect(answer).endsWith('profile-saved'));
    expect(await findAttributes(fixture.user)).toMatchObject({ name: first ? 'Jane Doe' : 'Jane Roe' });
  });

  it('lets people change nothing that their domain does not allow', async () => {
    const stranger = {
      ...(await readForm(fixture.user)),
      name: 'Jane Doe',
      email: 'eve@example.com',
      preferred_username: 'root.of.all',
      active: '',
    };
    expect(describeRedirect(await submit(fixture.user, stranger))).toBe(`303 ${PAGE}: profile-saved`);
    expect(await findAttributes(fixture.user)).toEqual({ ...ATTRIBUTES, name: 'Jane Doe' });

    await allow([]);
    expect(Object.keys(await readForm(fixture.user))).toEqual(['csrf', 'to']);
    expect(describeRedirect(await submit(fixture.user, { ...stranger, name: 'Eve' }))).toBe(`303 ${PAGE}: profile-changed`);
    expect(await findAttributes(fixture.user)).toEqual({ ...ATTRIBUTES, name: 'Jane Doe' });
  });

  it('of a person from a directory comes from there', async () => {
    const attributes = { ...ATTRIBUTES, preferred_username: 'from.directory', external_id: '4711' };
    const user = await AccountUser.create(fixture.auth, fixture.domain, { attributes });

    expect((await user.get(PAGE)).text).toContain('These come from the directory of your organization.');
    expect(Object.keys(await readForm(user))).toEqual(['csrf', 'to']);
  });

  it('of a person who signs in elsewhere has fields only for what is not overwritten there', async () => {
    const provider = { domain_id: fixture.domain.id, name: 'acme', display_name: 'Acme <Login>', issuer: 'https://acme.example' };
    await fixture.auth.rows.insert('identity_provider', { ...provider, claim_mapping: { full: 'name', given_name: 'given_name' } });
    const attributes = { ...ATTRIBUTES, preferred_username: 'from.acme.1' };
    const values = { attributes, identity_provider: 'acme', upstream_issuer: 'https://acme.example', upstream_sub: '1' };
    const user = await AccountUser.create(fixture.auth, fixture.domain, values);

    const { text } = await user.get(PAGE);
    const saved = await submit(user, { ...(await readForm(user)), name: 'Eve', zoneinfo: 'Europe/Vienna' });

    expect(text).toContain('These come from Acme &lt;Login>. Change them there.');
    expect(describeRedirect(saved)).toBe(`303 ${PAGE}: profile-saved`);
    expect(await findAttributes(user)).toEqual({ ...attributes, zoneinfo: 'Europe/Vienna' });
  });

  it('needs a recent sign-in, which leads back to it, and a form of its own page', async () => {
    const form = { ...(await readForm(fixture.user)), name: 'Eve' };
    const foreign = await fixture.user.submitForm(PAGE, { ...form, csrf: 'x' }, { 'Sec-Fetch-Site': 'same-origin' });
    const crossSite = await fixture.user.submitForm(PAGE, form, { 'Sec-Fetch-Site': 'cross-site' });
    await ageSessions(fixture.auth, fixture.domain, 11);

    const answers = [await fixture.user.get(PAGE), await submit(fixture.user, form)];

    expect([foreign.status, crossSite.status]).toEqual([403, 403]);
    expect(answers.map(describeSignInRequest)).toEqual(Array(2).fill('303 /connect/authorize 600 0'));
    for (const { headers } of answers) expect(new URL(headers.location!, 'https://a.example').searchParams.get('state')).toBe(PAGE);
    expect(await findAttributes(fixture.user)).toEqual(ATTRIBUTES);
  });

  it('cannot be changed by the session of another domain', async () => {
    const form = await readForm(fixture.user);
    const elsewhere = await AccountUser.create(fixture.auth, await fixture.auth.domain(), JANE);

    expect((await submit(elsewhere, { ...form, name: 'Eve' })).status).toBe(403);
  });
});
