import { describe, expect, it } from '@jest/globals';
import {
  ageSessions,
  AccountUser,
  setUpAuthenticatorApp,
  describeSignInRequest,
  describeRedirect,
  JANE,
  useAccountFixture,
} from './account.fixture.js';

const fixture = useAccountFixture();

describe('changing credentials', () => {
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
    await ageSessions(fixture.auth, fixture.domain, 9);
    expect((await fixture.user.post(path)).headers.location ?? '').not.toContain('/connect/authorize');
    await ageSessions(fixture.auth, fixture.domain, 2);

    expect(describeSignInRequest(await fixture.user.post(path))).toBe('303 /connect/authorize 600 0');
  });

  it('allows changing credentials after a new sign-in', async () => {
    await ageSessions(fixture.auth, fixture.domain, 11);
    const { location } = await fixture.user.browser.follow(await fixture.user.post('/account/authenticator-app'));
    expect(location.pathname).toMatch(/^\/sign-in\//);

    await fixture.user.browser.decide(location, { signedIn: { sub: fixture.user.sub, amr: ['email'], acr: '0' } });

    expect(describeRedirect(await fixture.user.post('/account/authenticator-app'))).toBe('303 /account/authenticator-app');
  });

  it('starts the sign-in from a plain form button if a change requires one', async () => {
    const fresh = await fixture.user.get();
    await ageSessions(fixture.auth, fixture.domain, 11);

    const stale = await fixture.user.get();
    const options = await fixture.user.post('/account/passkeys/options', {}, { Accept: 'application/json' });
    const secret = await fixture.user.get('/account/authenticator-app');

    expect(fresh.text).toContain('data-passkey="create"');
    expect(stale.text).not.toContain('data-passkey');
    expect(stale.text).toContain('action="/account/passkeys"');
    expect([options.status, (options.json as { type: string }).type]).toEqual([403, '/problems/sign-in-required']);
    expect(describeSignInRequest(secret)).toBe('303 /connect/authorize 600 0');
  });

  it('requires a passkey that the user had before the sign-in, not an email link', async () => {
    await fixture.user.createPasskey();
    const sameSession = await fixture.user.post('/account/recovery-codes');
    await fixture.auth.rows.query(`UPDATE passkey SET created_at = created_at - interval '1 minute' WHERE domain_id = $1`, [
      fixture.domain.id,
    ]);

    const byLink = await fixture.user.post('/account/recovery-codes');
    const byPasskey = await (
      await AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub, acr: 'phr' })
    ).post('/account/recovery-codes');

    expect([describeRedirect(sameSession), describeSignInRequest(byLink), describeRedirect(byPasskey)]).toEqual([
      '303 /account/recovery-codes',
      '303 /connect/authorize 600 phr',
      '303 /account/recovery-codes',
    ]);
  });

  it('requires an authenticator app that the user had before the sign-in', async () => {
    await setUpAuthenticatorApp(fixture.user);
    await fixture.auth.rows.query(`UPDATE totp SET confirmed_at = confirmed_at - interval '1 minute' WHERE domain_id = $1`, [
      fixture.domain.id,
    ]);
    const oneFactor = 'urn:latchkey:acr:one-factor';

    const byLink = await fixture.user.post('/account/authenticator-app/remove');
    const byCode = await (
      await AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub, acr: oneFactor })
    ).post('/account/authenticator-app/remove');

    expect(describeSignInRequest(byLink)).toBe(`303 /connect/authorize 600 ${oneFactor}`);
    expect(describeRedirect(byCode)).toBe('303 /account: authenticator-app-removed');
  });
});

describe('account forms', () => {
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

  it.each(FORMS)('accepts a form only from a page of the same session: %s', async (path) => {
    const csrf = await fixture.user.csrf();
    const other = await AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub });

    const answers = [
      await fixture.user.submitForm(path, { csrf }, { 'Sec-Fetch-Site': 'cross-site' }),
      await fixture.user.submitForm(path, { csrf }, { 'Sec-Fetch-Site': 'same-site' }),
      await fixture.user.submitForm(path, { csrf }, { Origin: 'https://evil.example' }),
      await fixture.user.submitForm(path, {}, { 'Sec-Fetch-Site': 'same-origin' }),
      await fixture.user.submitForm(path, { csrf: await other.csrf() }, { 'Sec-Fetch-Site': 'same-origin' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await fixture.user.get()).status).toBe(200);
    expect(await fixture.auth.rows.count('log_entry', `domain_id = '${fixture.domain.id}'`)).toBe(0);
  });
});

describe('account changes', () => {
  it('rejects a change from another domain with the same user and name', async () => {
    const elsewhere = await fixture.auth.domain();
    const twin = await AccountUser.create(fixture.auth, elsewhere, { ...JANE, sub: fixture.user.sub });
    await twin.createPasskey();
    const [{ id }] = (await fixture.auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [elsewhere.id])) as [
      { id: string },
    ];
    const [{ uid }] = (await fixture.auth.rows.query<{ uid: string }>(
      `SELECT uid FROM oidc_payload WHERE domain_id = $1 AND model = 'Session'`,
      [elsewhere.id],
    )) as [{ uid: string }];

    const shown = await fixture.user.get();
    const answers = [
      await fixture.user.post(`/account/passkeys/${id}/rename`, { name: 'Mine' }),
      await fixture.user.post(`/account/passkeys/${id}/remove`),
      await fixture.user.post(`/account/sessions/${uid}/end`),
    ];
    await fixture.user.post('/account/sessions/end-others');
    const otherBrowser = fixture.auth.browser(elsewhere);
    otherBrowser.cookies = fixture.user.browser.cookies;

    expect(shown.text).not.toContain(id);
    expect(shown.text).not.toContain(uid);
    expect(answers.map(describeRedirect)).toEqual(Array.from({ length: 3 }, () => '303 /account: already-gone'));
    expect((await twin.get()).status).toBe(200);
    expect(describeSignInRequest(await otherBrowser.request('/account'))).toBe('303 /connect/authorize');
  });

  it.each(['/account/passkeys/x/remove', '/account/passkeys/%00/remove', '/account/sessions/%00/end'])(
    'rejects an invalid credential id: %s',
    async (path) => {
      expect(describeRedirect(await fixture.user.post(path))).toBe('303 /account: already-gone');
    },
  );

  it('rejects a change by another user of the domain', async () => {
    const other = await AccountUser.create(fixture.auth, fixture.domain);
    await other.createPasskey();
    const [{ id }] = (await fixture.auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [
      fixture.domain.id,
    ])) as [{ id: string }];
    const [{ uid }] = (await fixture.auth.rows.query<{ uid: string }>(`SELECT uid FROM oidc_payload WHERE sub = $1 AND model = 'Session'`, [
      other.sub,
    ])) as [{ uid: string }];

    const answers = [await fixture.user.post(`/account/passkeys/${id}/remove`), await fixture.user.post(`/account/sessions/${uid}/end`)];

    expect(answers.map(describeRedirect)).toEqual(['303 /account: already-gone', '303 /account: already-gone']);
    expect((await other.get()).status).toBe(200);
  });
});
