import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InProcessAuth, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import { ageSessions, AccountUser, setUpAuthenticatorApp, describeSignInRequest, describeRedirect } from './account.fixture.js';

const EMAIL = { attributes: { preferred_username: 'jane.doe.1', name: 'Jane <Doe>', email: 'jane@example.com', locale: 'de-AT' } };

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let user: AccountUser;

beforeAll(async () => {
  auth = await InProcessAuth.start();
});

beforeEach(async () => {
  domain = await auth.domain();
  user = await AccountUser.create(auth, domain, EMAIL);
});

afterAll(() => auth.stop());

describe('a change of credentials', () => {
  const CHANGES = [
    '/account/passkeys',
    '/account/passkeys/00000000-0000-4000-8000-000000000000/rename',
    '/account/passkeys/00000000-0000-4000-8000-000000000000/remove',
    '/account/authenticator-app',
    '/account/authenticator-app/confirm',
    '/account/authenticator-app/remove',
    '/account/recovery-codes',
  ];

  it.each(CHANGES)('requires a sign-in within the last ten minutes: %s', async (path) => {
    await ageSessions(auth, domain, 9);
    expect((await user.post(path)).headers.location ?? '').not.toContain('/connect/authorize');
    await ageSessions(auth, domain, 2);

    expect(describeSignInRequest(await user.post(path))).toBe('303 /connect/authorize 600 0');
  });

  it('is possible after signing in again', async () => {
    await ageSessions(auth, domain, 11);
    const { location } = await user.browser.follow(await user.post('/account/authenticator-app'));
    expect(location.pathname).toMatch(/^\/sign-in\//);

    await user.browser.decide(location, { signedIn: { sub: user.sub, amr: ['email'], acr: '0' } });

    expect(describeRedirect(await user.post('/account/authenticator-app'))).toBe('303 /account/authenticator-app');
  });

  it('starts with a plain form button if it requires a sign-in first', async () => {
    const fresh = await user.get();
    await ageSessions(auth, domain, 11);

    const stale = await user.get();
    const options = await user.post('/account/passkeys/options', {}, { Accept: 'application/json' });
    const secret = await user.get('/account/authenticator-app');

    expect(fresh.text).toContain('data-passkey="create"');
    expect(stale.text).not.toContain('data-passkey');
    expect(stale.text).toContain('action="/account/passkeys"');
    expect([options.status, (options.json as { type: string }).type]).toEqual([403, '/problems/sign-in-required']);
    expect(describeSignInRequest(secret)).toBe('303 /connect/authorize 600 0');
  });

  it('requires the passkey of a user who had one before the sign-in, not an email link', async () => {
    await user.createPasskey();
    const sameSession = await user.post('/account/recovery-codes');
    await auth.rows.query(`UPDATE passkey SET created_at = created_at - interval '1 minute' WHERE domain_id = $1`, [domain.id]);

    const byLink = await user.post('/account/recovery-codes');
    const byPasskey = await (await AccountUser.withSession(auth, domain, { sub: user.sub, acr: 'phr' })).post('/account/recovery-codes');

    expect([describeRedirect(sameSession), describeSignInRequest(byLink), describeRedirect(byPasskey)]).toEqual([
      '303 /account/recovery-codes',
      '303 /connect/authorize 600 phr',
      '303 /account/recovery-codes',
    ]);
  });

  it('requires the authenticator app of a user who had one before the sign-in', async () => {
    await setUpAuthenticatorApp(user);
    await auth.rows.query(`UPDATE totp SET confirmed_at = confirmed_at - interval '1 minute' WHERE domain_id = $1`, [domain.id]);
    const oneFactor = 'urn:latchkey:acr:one-factor';

    const byLink = await user.post('/account/authenticator-app/remove');
    const byCode = await (
      await AccountUser.withSession(auth, domain, { sub: user.sub, acr: oneFactor })
    ).post('/account/authenticator-app/remove');

    expect(describeSignInRequest(byLink)).toBe(`303 /connect/authorize 600 ${oneFactor}`);
    expect(describeRedirect(byCode)).toBe('303 /account: authenticator-app-removed');
  });
});

describe('an account form', () => {
  const FORMS = [
    '/account/passkeys',
    '/account/passkeys/options',
    '/account/passkeys/00000000-0000-4000-8000-000000000000/rename',
    '/account/passkeys/00000000-0000-4000-8000-000000000000/remove',
    '/account/authenticator-app',
    '/account/authenticator-app/confirm',
    '/account/authenticator-app/cancel',
    '/account/authenticator-app/remove',
    '/account/recovery-codes',
    '/account/sessions/end-others',
    '/account/sessions/anything/end',
    '/account/sign-out',
  ];

  it.each(FORMS)('is accepted only from a page of the same session: %s', async (path) => {
    const csrf = await user.csrf();
    const other = await AccountUser.withSession(auth, domain, { sub: user.sub });

    const answers = [
      await user.submitForm(path, { csrf }, { 'Sec-Fetch-Site': 'cross-site' }),
      await user.submitForm(path, { csrf }, { 'Sec-Fetch-Site': 'same-site' }),
      await user.submitForm(path, { csrf }, { Origin: 'https://evil.example' }),
      await user.submitForm(path, {}, { 'Sec-Fetch-Site': 'same-origin' }),
      await user.submitForm(path, { csrf: await other.csrf() }, { 'Sec-Fetch-Site': 'same-origin' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await user.get()).status).toBe(200);
    expect(await auth.rows.count('log_entry', `domain_id = '${domain.id}'`)).toBe(0);
  });
});

describe('an account', () => {
  it('cannot be changed from another domain with the same user and name', async () => {
    const elsewhere = await auth.domain();
    const twin = await AccountUser.create(auth, elsewhere, { ...EMAIL, sub: user.sub });
    await twin.createPasskey();
    const [{ id }] = (await auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [elsewhere.id])) as [
      { id: string },
    ];
    const [{ uid }] = (await auth.rows.query<{ uid: string }>(`SELECT uid FROM oidc_payload WHERE domain_id = $1 AND model = 'Session'`, [
      elsewhere.id,
    ])) as [{ uid: string }];

    const shown = await user.get();
    const answers = [
      await user.post(`/account/passkeys/${id}/rename`, { name: 'Mine' }),
      await user.post(`/account/passkeys/${id}/remove`),
      await user.post(`/account/sessions/${uid}/end`),
    ];
    await user.post('/account/sessions/end-others');
    const otherBrowser = auth.browser(elsewhere);
    otherBrowser.cookies = user.browser.cookies;

    expect(shown.text).not.toContain(id);
    expect(shown.text).not.toContain(uid);
    expect(answers.map(describeRedirect)).toEqual(Array.from({ length: 3 }, () => '303 /account: already-gone'));
    expect((await twin.get()).status).toBe(200);
    expect(describeSignInRequest(await otherBrowser.request('/account'))).toBe('303 /connect/authorize');
  });

  it.each(['/account/passkeys/x/remove', '/account/passkeys/%00/remove', '/account/sessions/%00/end'])(
    'rejects an invalid id: %s',
    async (path) => {
      expect(describeRedirect(await user.post(path))).toBe('303 /account: already-gone');
    },
  );

  it('cannot be changed by another user of the domain', async () => {
    const other = await AccountUser.create(auth, domain);
    await other.createPasskey();
    const [{ id }] = (await auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [domain.id])) as [
      { id: string },
    ];
    const [{ uid }] = (await auth.rows.query<{ uid: string }>(`SELECT uid FROM oidc_payload WHERE sub = $1 AND model = 'Session'`, [
      other.sub,
    ])) as [{ uid: string }];

    const answers = [await user.post(`/account/passkeys/${id}/remove`), await user.post(`/account/sessions/${uid}/end`)];

    expect(answers.map(describeRedirect)).toEqual(['303 /account: already-gone', '303 /account: already-gone']);
    expect((await other.get()).status).toBe(200);
  });
});
