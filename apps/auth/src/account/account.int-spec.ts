import { describe, expect, it } from '@jest/globals';
import {
  ageSessions,
  AccountUser,
  TRACE_ID,
  setUpAuthenticatorApp,
  describeSignInRequest,
  describeRedirect,
  useAccountFixture,
} from './account.fixture.js';

const fixture = useAccountFixture();

async function listLogTypes(): Promise<unknown[]> {
  const log = await fixture.auth.rows.query(`SELECT type, actor_id, request_id, trace_id FROM log_entry WHERE domain_id = $1 ORDER BY id`, [
    fixture.domain.id,
  ]);
  const circumstances = { actor_id: fixture.user.sub, request_id: expect.any(String), trace_id: TRACE_ID };
  for (const entry of log) expect(entry).toEqual({ type: expect.any(String), ...circumstances });
  return log.map(({ type }) => type);
}

function countMessages(): Promise<number> {
  return fixture.auth.rows.count('message', `domain_id = '${fixture.domain.id}' AND sub = '${fixture.user.sub}' AND channel = 'email'`);
}

/** The Cookie header of the user's browser. */
function cookieHeader({ browser }: AccountUser): string {
  return browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

describe('the account page', () => {
  it("shows the signed-in user's account and is not cached", async () => {
    const { status, text, headers } = await fixture.user.get();

    expect(status).toBe(200);
    for (const heading of ['Passkeys', 'Authenticator app', 'Recovery codes', 'Sessions'])
      expect(text).toMatch(new RegExp(`<h2[^>]*>${heading}</h2>`));
    expect(text).toContain('Jane &lt;Doe');
    expect(text).toContain('Firefox, Linux');
    expect(text).toContain('IP address 203.0.113.77 · Portugal');
    expect(text).toMatch(/<button[^>]*>Sign out<\/button>/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
  });

  it('follows Accept-Language', async () => {
    const { text, headers } = await fixture.user.get('/account', { 'Accept-Language': 'de-AT, en;q=0.5' });

    expect(headers['content-language']).toBe('de');
    expect(text).toContain('<html lang="de" dir="ltr">');
  });

  it('redirects to the sign-in without a session, and removes the authorization response from the URL', async () => {
    const stranger = fixture.auth.browser(fixture.domain);

    const redirect = await stranger.request('/account');
    const { location } = await stranger.follow(redirect);
    const { location: back, answer } = await stranger.decide(location, { signedIn: { sub: fixture.user.sub, amr: ['email'], acr: '0' } });

    expect(describeSignInRequest(redirect)).toBe('303 /connect/authorize');
    expect(location.pathname).toMatch(/^\/sign-in\//);
    expect([answer.status, `${back.pathname}${back.search}`]).toEqual([200, '/account']);
  });

  it('redirects from the root of the domain to the account page', async () => {
    const { status, headers } = await fixture.auth.send(fixture.domain.name, '/');

    expect([status, headers.location, headers['cache-control']]).toEqual([303, '/account', 'no-store']);
    expect((await fixture.auth.send(fixture.domain.name, '/', { method: 'POST' })).headers.allow).toBe('GET, HEAD');
  });

  it('does not ask for a sign-in again after the user cancelled one', async () => {
    const stranger = fixture.auth.browser(fixture.domain);
    const { location } = await stranger.follow(await stranger.request('/account'));

    const { location: back, answer } = await stranger.decide(location, { error: 'access_denied' });

    expect([answer.status, back.pathname]).toEqual([200, '/account/signed-out']);
  });

  it.each(['active = false', 'sub = gen_random_uuid()'])('requires a sign-in if the user is inactive or deleted: %s', async (change) => {
    if (change.startsWith('active'))
      await fixture.auth.rows.query(`UPDATE end_user SET ${change} WHERE domain_id = $1`, [fixture.domain.id]);
    else await fixture.auth.rows.query('DELETE FROM end_user WHERE domain_id = $1', [fixture.domain.id]);

    expect(describeSignInRequest(await fixture.user.get())).toBe('303 /connect/authorize');
    expect(describeSignInRequest(await fixture.user.submitForm('/account/recovery-codes', { csrf: 'x' }))).toBe('303 /connect/authorize');
  });

  it('shows a flash message once, and only with a valid signature', async () => {
    const removed = 'The passkey was removed';
    const forged = await fixture.user.get('/account', { Cookie: `${cookieHeader(fixture.user)}; __Secure-told=passkey-removed.AAAA` });
    const unsigned = await fixture.user.get('/account', { Cookie: `${cookieHeader(fixture.user)}; __Secure-told=passkey-removed` });
    await fixture.user.createPasskey();
    const id = (await fixture.auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [fixture.domain.id]))[0]!.id;
    const done = await fixture.user.post(`/account/passkeys/${id}/remove`);

    const first = await fixture.user.get(done.headers.location!);
    const again = await fixture.user.get(done.headers.location!);

    expect(first.text).toMatch(/role="status">[^<]*removed/i);
    expect([forged, unsigned, again].map(({ text }) => text.includes(removed) || /class="banner notice"/.test(text))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('passkeys', () => {
  it('creates, renames, lists and removes a passkey, and notifies the user of each change', async () => {
    const created = await fixture.user.createPasskey();
    const [{ id }] = (await fixture.auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [
      fixture.domain.id,
    ])) as [{ id: string }];
    const renamed = await fixture.user.post(`/account/passkeys/${id}/rename`, { name: 'Work & play' });
    const shown = await fixture.user.get();
    const nameless = await fixture.user.post(`/account/passkeys/${id}/rename`, { name: '  ' });
    const removed = await fixture.user.post(`/account/passkeys/${id}/remove`);

    expect([created, renamed, removed].map(describeRedirect)).toEqual([
      '303 /account: passkey-created',
      '303 /account: passkey-renamed',
      '303 /account: passkey-removed',
    ]);
    expect(shown.text).toContain('<h3><bdi>Work &amp; play</bdi></h3>');
    expect(describeRedirect(nameless)).toBe('303 /account: name-missing');
    expect(describeRedirect(await fixture.user.post(`/account/passkeys/${id}/remove`))).toBe('303 /account: already-gone');
    expect(await listLogTypes()).toEqual(['passkey.created', 'passkey.deleted']);
    expect(await countMessages()).toBe(2);
  });

  it('creates no passkey without the script or from an invalid response', async () => {
    const answers = [
      await fixture.user.post('/account/passkeys', { response: '' }),
      await fixture.user.post('/account/passkeys', { response: 'nonsense' }),
      await fixture.user.post('/account/passkeys', { response: '{"id":"AAAA"}' }),
    ];

    expect(answers.map(describeRedirect)).toEqual([
      '303 /account: passkey-needs-script',
      '303 /account: passkey-failed',
      '303 /account: passkey-failed',
    ]);
    expect([(await fixture.user.get()).text, (await fixture.user.get()).text].map((text) => /role="alert"/.test(text))).toEqual([
      true,
      false,
    ]);
    expect(await listLogTypes()).toEqual([]);
  });
});

describe('the authenticator app', () => {
  it('sets up an authenticator app with a code, and removes it', async () => {
    const asked = await fixture.user.post('/account/authenticator-app');
    const page = await fixture.user.get('/account/authenticator-app');
    const wrong = await fixture.user.post('/account/authenticator-app/confirm', { code: '000000' });
    const confirmed = await setUpAuthenticatorApp(fixture.user);
    const shown = await fixture.user.get();
    const removed = await fixture.user.post('/account/authenticator-app/remove');

    expect(describeRedirect(asked)).toBe('303 /account/authenticator-app');
    expect(page.text).toMatch(/<svg[^>]*role="img"/);
    expect(page.headers['cache-control']).toBe('no-store');
    expect([wrong, confirmed].map(describeRedirect)).toEqual([
      '303 /account/authenticator-app: code-wrong',
      '303 /account: authenticator-app-set-up',
    ]);
    expect(shown.text).toContain('action="/account/authenticator-app/remove"');
    expect(describeRedirect(removed)).toBe('303 /account: authenticator-app-removed');
    expect(describeRedirect(await fixture.user.post('/account/authenticator-app/remove'))).toBe('303 /account: already-gone');
    expect(await listLogTypes()).toEqual(['authenticator_app.created', 'authenticator_app.deleted']);
    expect(await countMessages()).toBe(2);
  });

  it('sets up no authenticator app if the user cancels', async () => {
    await fixture.user.post('/account/authenticator-app');

    const cancelled = await fixture.user.post('/account/authenticator-app/cancel');

    expect([cancelled, await fixture.user.get('/account/authenticator-app')].map(describeRedirect)).toEqual([
      '303 /account',
      '303 /account',
    ]);
    expect(describeRedirect(await fixture.user.post('/account/authenticator-app/confirm', { code: '000000' }))).toBe(
      '303 /account/authenticator-app: code-wrong',
    );
  });
});

describe('recovery codes', () => {
  it('offers recovery codes with another credential, shows them until saved, and replaces them on request', async () => {
    const before = await fixture.user.get();
    await fixture.user.createPasskey();
    const offered = await fixture.user.get();
    const posted = await fixture.user.post('/account/recovery-codes');
    const shown = [await fixture.user.get('/account/recovery-codes'), await fixture.user.get('/account/recovery-codes')];
    await fixture.user.post('/account/recovery-codes');
    const replaced = await fixture.user.get('/account/recovery-codes');
    const elsewhere = await (
      await AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub })
    ).get('/account/recovery-codes');

    const codes = [shown[0]!, replaced].map(({ text }) => text.match(/([a-z2-7]{5}-){3}[a-z2-7]{5}/g)!);
    expect([posted, elsewhere].map(describeRedirect)).toEqual(['303 /account/recovery-codes', '303 /account']);
    expect(shown[0]!.text).toBe(shown[1]!.text);
    expect([before, offered].map(({ text }) => text.includes('action="/account/recovery-codes"'))).toEqual([false, true]);
    expect(codes.map((list) => list.length)).toEqual([10, 10]);
    expect(new Set(codes.flat()).size).toBe(20);
    const file = await fixture.user.get('/account/recovery-codes/download');
    expect(file.text.split('\r\n')).toEqual([
      `Recovery codes for ${fixture.domain.name}.`,
      'Each code signs you in once.',
      '',
      ...codes[1]!,
      '',
    ]);
    expect(file.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="recovery-codes-${fixture.domain.name}.txt"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(describeRedirect(await fixture.user.post('/account/recovery-codes/kept'))).toBe('303 /account');
    expect(describeRedirect(await fixture.user.get('/account/recovery-codes'))).toBe('303 /account');
    expect(describeRedirect(await fixture.user.get('/account/recovery-codes/download'))).toBe('303 /account');
    expect((await fixture.user.get()).text).not.toContain(codes[1]![0]!);
    expect(await listLogTypes()).toEqual(['passkey.created', 'recovery_code.created', 'recovery_code.created']);
    expect(await countMessages()).toBe(3);
  });
});

describe('sessions', () => {
  it('lists sessions, and ends one of them or all others', async () => {
    const others = await Promise.all([1, 2, 3].map(() => AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub })));
    const { text } = await fixture.user.get();
    const endPaths = text.match(/\/account\/sessions\/[^"/]+\/end(?=")/g)!;

    const endedOne = await fixture.user.post(endPaths[0]!);
    const countAlive = async () => (await Promise.all(others.map((other) => other.get()))).filter(({ status }) => status === 200).length;
    const countAfterOne = await countAlive();
    const endedOthers = await fixture.user.post('/account/sessions/end-others');

    expect(endPaths).toHaveLength(3);
    expect([endedOne, endedOthers].map(describeRedirect)).toEqual(['303 /account: session-ended', '303 /account: sessions-ended']);
    expect([countAfterOne, await countAlive(), (await fixture.user.get()).status]).toEqual([2, 0, 200]);
    expect(describeRedirect(await fixture.user.post(endPaths[0]!))).toBe('303 /account: already-gone');
    expect(await listLogTypes()).toEqual(['session.revoked', 'session.revoked']);
  });

  it('ends the session with "Sign out"', async () => {
    const signedOut = await fixture.user.post('/account/sign-out');

    const page = await fixture.user.get(signedOut.headers.location!);
    expect([describeRedirect(signedOut), page.status]).toEqual(['303 /account/signed-out', 200]);
    expect(page.text).toContain('href="/account"');
    expect(describeSignInRequest(await fixture.user.get())).toBe('303 /connect/authorize');
    expect(await listLogTypes()).toEqual(['user.signed_out']);
  });

  it('ends sessions without a recent sign-in', async () => {
    const other = await AccountUser.withSession(fixture.auth, fixture.domain, { sub: fixture.user.sub });
    await ageSessions(fixture.auth, fixture.domain, 60);

    expect(describeRedirect(await fixture.user.post('/account/sessions/end-others'))).toBe('303 /account: sessions-ended');
    expect((await other.get()).status).toBe(303);
    expect(describeRedirect(await fixture.user.post('/account/sign-out'))).toBe('303 /account/signed-out');
  });
});
