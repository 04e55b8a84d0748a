import { describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JWK } from 'jose';
import { AccountUser, ageSessions, describeRedirect, describeSignInRequest, JANE, useAccountFixture } from './account.fixture.js';

const PAGE = '/account/data';
const USERNAME = JANE.attributes.preferred_username;

const fixture = useAccountFixture();

/** The CSRF token of the page. */
async function csrf(user = fixture.user): Promise<string> {
  return /name="csrf" value="([^"]+)"/.exec((await user.get(PAGE)).text)![1]!;
}

const erase = async (confirmation = USERNAME, user = fixture.user) =>
  user.submitForm(`${PAGE}/delete`, { csrf: await csrf(user), confirmation }, { 'Sec-Fetch-Site': 'same-origin' });

const countUsers = () => fixture.auth.rows.count('end_user', `domain_id = '${fixture.domain.id}'`);

describe('data of the account', () => {
  it('are shown on a page, and in a file with everything', async () => {
    const other = await AccountUser.create(fixture.auth, fixture.domain, {
      attributes: { preferred_username: 'other.user.1', name: 'Otto' },
    });
    await fixture.user.createPasskey();

    const page = await fixture.user.get(PAGE);
    const file = await fixture.user.get(`${PAGE}/download`);

    expect(page.text).toContain('jane<wbr/>@example.com');
    expect(page.text).toContain('href="/account/data/download"');
    expect(file.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="data-${fixture.domain.name}.json"`,
      'cache-control': 'no-store',
    });
    expect(JSON.parse(file.text)).toMatchObject({
      sub: fixture.user.sub,
      profile: [{ attributes: JANE.attributes }],
      passkeys: [{ name: expect.any(String) }],
      sessions: [{ methods: ['email'] }],
      log: expect.any(Array),
    });
    for (const { text } of [page, file]) expect(text).not.toContain('Otto');
    expect(file.text).not.toContain(other.sub);
  });

  it('say in words whether addresses are confirmed', async () => {
    const attributes = { ...JANE.attributes, email_verified: true, phone_number: '+14255551212', phone_number_verified: false };
    const user = await AccountUser.create(fixture.auth, fixture.domain, { attributes });

    const page = (await user.get(PAGE)).text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

    expect(page).toContain('Email address confirmed yes');
    expect(page).toContain('Phone number confirmed no');
    expect(page).not.toContain('_verified');
  });

  it.each([PAGE, `${PAGE}/download`])('at %s need a recent sign-in of the same user', async (path) => {
    await ageSessions(fixture.auth, fixture.domain, 11);

    expect(describeSignInRequest(await fixture.user.get(path))).toBe('303 /connect/authorize 600 0');
    expect(describeSignInRequest(await new AccountUserWithoutSession().get(path))).toMatch(/^303 \/connect\/authorize$/);
  });

  class AccountUserWithoutSession {
    get(path: string) {
      return fixture.auth.browser(fixture.domain).request(path);
    }
  }

  it('need the strongest credential of the user', async () => {
    await fixture.user.createPasskey();
    const later = await AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub });
    await fixture.auth.rows.query(`UPDATE passkey SET created_at = now() - interval '1 hour' WHERE domain_id = $1`, [fixture.domain.id]);

    expect(describeSignInRequest(await later.get(PAGE))).toBe('303 /connect/authorize 600 phr');
  });

  it('follow the sign-in that they require, and no other address does', async () => {
    await ageSessions(fixture.auth, fixture.domain, 11);
    const { headers } = await fixture.user.get(PAGE);
    const state = (value: string) => fixture.user.get(`/account?code=abc&state=${encodeURIComponent(value)}`);

    expect(new URL(headers.location!, 'https://here.example').searchParams.get('state')).toBe(PAGE);
    expect((await state(PAGE)).headers.location).toBe(PAGE);
    for (const foreign of ['https://evil.example', '//evil.example', '/account/data/delete']) {
      expect((await state(foreign)).headers.location).toBe('/account');
    }
  });
});

describe('deletion of the account', () => {
  it('erases the user, ends the session, and shows a receipt that its keys verify', async () => {
    await fixture.user.createPasskey();

    const { status, headers } = await erase();
    const path = headers.location!;

    expect({ status, path }).toEqual({ status: 303, path: expect.stringMatching(/^\/account\/data\/erasure\/[0-9a-f-]{36}$/) });
    expect(await countUsers()).toBe(0);
    expect(describeRedirect(await fixture.user.get('/account'))).toMatch(/^303 \/connect\/authorize/);
    const page = await fixture.user.get(path);
    expect(page.text).toContain(`${path}/receipt`);
    const { receipt, keys } = JSON.parse((await fixture.user.get(`${path}/receipt`)).text) as { receipt: string; keys: JWK[] };
    const { payload } = await jwtVerify(receipt, createLocalJWKSet({ keys }), {
      typ: 'erasure-receipt+jwt',
      issuer: fixture.domain.issuer,
    });
    expect(payload).toMatchObject({ sub: fixture.user.sub, domain: fixture.domain.name, erased: { profile: 1, passkeys: 1, sessions: 1 } });
    const entries = await fixture.auth.rows.query(
      `SELECT actor_type, actor_id FROM log_entry WHERE domain_id = $1 AND type = 'user.deleted'`,
      [fixture.domain.id],
    );
    expect(entries).toEqual([{ actor_type: 'user', actor_id: fixture.user.sub }]);
  });

  it.each(['', ' ', 'somebody', 'JANE'])('changes nothing if %j is entered', async (entered) => {
    expect(describeRedirect(await erase(entered))).toBe('303 /account/data: confirmation-wrong');
    expect(await countUsers()).toBe(1);
  });

  it('needs the token of the form, from the same site', async () => {
    const foreign = await fixture.user.submitForm(`${PAGE}/delete`, { csrf: 'foreign', confirmation: USERNAME });
    const crossSite = await fixture.user.submitForm(
      `${PAGE}/delete`,
      { csrf: await csrf(), confirmation: USERNAME },
      { 'Sec-Fetch-Site': 'cross-site' },
    );

    expect([foreign.status, crossSite.status]).toEqual([403, 403]);
    expect(await countUsers()).toBe(1);
  });

  it('needs a recent sign-in', async () => {
    const token = await csrf();
    await ageSessions(fixture.auth, fixture.domain, 11);

    const answer = await fixture.user.submitForm(
      `${PAGE}/delete`,
      { csrf: token, confirmation: USERNAME },
      { 'Sec-Fetch-Site': 'same-origin' },
    );

    expect(describeSignInRequest(answer)).toBe('303 /connect/authorize 600 0');
    expect(await countUsers()).toBe(1);
  });

  it('is not possible where the operator forbids it', async () => {
    const token = await csrf();
    await fixture.auth.rows.query(`UPDATE domain SET account_deletion = false, revision = nextval('revision') WHERE id = $1`, [
      fixture.domain.id,
    ]);

    const answer = await fixture.user.submitForm(
      `${PAGE}/delete`,
      { csrf: token, confirmation: USERNAME },
      { 'Sec-Fetch-Site': 'same-origin' },
    );

    expect(answer.status).toBe(404);
    expect((await fixture.user.get(PAGE)).text).not.toContain(`${PAGE}/delete`);
    expect(await countUsers()).toBe(1);
  });

  it('runs once if the button is pressed twice, and leads to the same receipt', async () => {
    const fields = { csrf: await csrf(), confirmation: USERNAME };
    const press = () => fixture.user.submitForm(`${PAGE}/delete`, fields, { 'Sec-Fetch-Site': 'same-origin' });

    const [first, second] = await Promise.all([press(), press()]);

    expect(first.headers.location).toMatch(/erasure/);
    expect(second.headers.location).toBe(first.headers.location);
  });

  it('shows no receipt of another domain, or to a guess', async () => {
    const path = (await erase()).headers.location!;
    const elsewhere = fixture.auth.browser(await fixture.auth.domain());

    expect((await elsewhere.request(path)).status).toBe(404);
    for (const id of ['7f0c52a1-6a3c-4b9f-9d6a-000000000000', 'none']) {
      expect((await fixture.user.get(`${PAGE}/erasure/${id}`)).status).toBe(404);
    }
  });
});
