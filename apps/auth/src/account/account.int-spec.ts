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

async function listLogTypes(): Promise<unknown[]> {
  const log = await auth.rows.query(`SELECT type, actor_id, request_id FROM log_entry WHERE domain_id = $1 ORDER BY id`, [domain.id]);
  for (const entry of log) expect(entry).toEqual({ type: expect.any(String), actor_id: user.sub, request_id: expect.any(String) });
  return log.map(({ type }) => type);
}

function countMessages(): Promise<number> {
  return auth.rows.count('message', `domain_id = '${domain.id}' AND sub = '${user.sub}' AND channel = 'email'`);
}

/** The Cookie header of the user's browser. */
function cookieHeader({ browser }: AccountUser): string {
  return browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

describe('the account page', () => {
  it("shows the signed-in user's account and is not cached", async () => {
    const { status, text, headers } = await user.get();

    expect(status).toBe(200);
    for (const heading of ['Passkeys', 'Authenticator app', 'Recovery codes', 'Sessions'])
      expect(text).toMatch(new RegExp(`<h2[^>]*>${heading}</h2>`));
    expect(text).toContain('Jane &lt;Doe');
    expect(text).toContain('Firefox, Linux');
    expect(text).toMatch(/<button[^>]*>Sign out<\/button>/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
  });

  it('follows Accept-Language', async () => {
    const { text, headers } = await user.get('/account', { 'Accept-Language': 'de-AT, en;q=0.5' });

    expect(headers['content-language']).toBe('de');
    expect(text).toContain('<html lang="de">');
  });

  it('redirects to the sign-in without a session, and removes the authorization response from the URL', async () => {
    const stranger = auth.browser(domain);

    const redirect = await stranger.request('/account');
    const { location } = await stranger.follow(redirect);
    const { location: back, answer } = await stranger.decide(location, { signedIn: { sub: user.sub, amr: ['email'], acr: '0' } });

    expect(describeSignInRequest(redirect)).toBe('303 /connect/authorize');
    expect(location.pathname).toMatch(/^\/sign-in\//);
    expect([answer.status, `${back.pathname}${back.search}`]).toEqual([200, '/account']);
  });

  it('is where the address of the domain leads', async () => {
    const { status, headers } = await auth.send(domain.name, '/');

    expect([status, headers.location, headers['cache-control']]).toEqual([303, '/account', 'no-store']);
    expect((await auth.send(domain.name, '/', { method: 'POST' })).headers.allow).toBe('GET, HEAD');
  });

  it('does not require a sign-in again after a cancelled one', async () => {
    const stranger = auth.browser(domain);
    const { location } = await stranger.follow(await stranger.request('/account'));

    const { location: back, answer } = await stranger.decide(location, { error: 'access_denied' });

    expect([answer.status, back.pathname]).toEqual([200, '/account/signed-out']);
  });

  it.each(['active = false', 'sub = gen_random_uuid()'])('requires a sign-in if the user is inactive or deleted: %s', async (change) => {
    if (change.startsWith('active')) await auth.rows.query(`UPDATE end_user SET ${change} WHERE domain_id = $1`, [domain.id]);
    else await auth.rows.query('DELETE FROM end_user WHERE domain_id = $1', [domain.id]);

    expect(describeSignInRequest(await user.get())).toBe('303 /connect/authorize');
    expect(describeSignInRequest(await user.submitForm('/account/recovery-codes', { csrf: 'x' }))).toBe('303 /connect/authorize');
  });

  it('shows a flash message once, and only with a valid signature', async () => {
    const removed = 'The passkey was removed';
    const forged = await user.get('/account', { Cookie: `${cookieHeader(user)}; __Secure-told=passkey-removed.AAAA` });
    const unsigned = await user.get('/account', { Cookie: `${cookieHeader(user)}; __Secure-told=passkey-removed` });
    await user.createPasskey();
    const id = (await auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [domain.id]))[0]!.id;
    const done = await user.post(`/account/passkeys/${id}/remove`);

    const first = await user.get(done.headers.location!);
    const again = await user.get(done.headers.location!);

    expect(first.text).toMatch(/role="status">[^<]*removed/i);
    expect([forged, unsigned, again].map(({ text }) => text.includes(removed) || /class="banner/.test(text))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('passkeys', () => {
  it('are created, renamed, shown and removed, with notifications to the user', async () => {
    const created = await user.createPasskey();
    const [{ id }] = (await auth.rows.query<{ id: string }>('SELECT id FROM passkey WHERE domain_id = $1', [domain.id])) as [
      { id: string },
    ];
    const renamed = await user.post(`/account/passkeys/${id}/rename`, { name: 'Work & play' });
    const shown = await user.get();
    const nameless = await user.post(`/account/passkeys/${id}/rename`, { name: '  ' });
    const removed = await user.post(`/account/passkeys/${id}/remove`);

    expect([created, renamed, removed].map(describeRedirect)).toEqual([
      '303 /account: passkey-created',
      '303 /account: passkey-renamed',
      '303 /account: passkey-removed',
    ]);
    expect(shown.text).toContain('<h3><bdi>Work &amp; play</bdi></h3>');
    expect(describeRedirect(nameless)).toBe('303 /account: name-missing');
    expect(describeRedirect(await user.post(`/account/passkeys/${id}/remove`))).toBe('303 /account: already-gone');
    expect(await listLogTypes()).toEqual(['passkey.created', 'passkey.deleted']);
    expect(await countMessages()).toBe(2);
  });

  it('are not created without the script or from an invalid response', async () => {
    const answers = [
      await user.post('/account/passkeys', { response: '' }),
      await user.post('/account/passkeys', { response: 'nonsense' }),
      await user.post('/account/passkeys', { response: '{"id":"AAAA"}' }),
    ];

    expect(answers.map(describeRedirect)).toEqual([
      '303 /account: passkey-needs-script',
      '303 /account: passkey-failed',
      '303 /account: passkey-failed',
    ]);
    expect([(await user.get()).text, (await user.get()).text].map((text) => /role="alert"/.test(text))).toEqual([true, false]);
    expect(await listLogTypes()).toEqual([]);
  });
});

describe('the authenticator app', () => {
  it('is set up with a code, and removed', async () => {
    const asked = await user.post('/account/authenticator-app');
    const page = await user.get('/account/authenticator-app');
    const wrong = await user.post('/account/authenticator-app/confirm', { code: '000000' });
    const confirmed = await setUpAuthenticatorApp(user);
    const shown = await user.get();
    const removed = await user.post('/account/authenticator-app/remove');

    expect(describeRedirect(asked)).toBe('303 /account/authenticator-app');
    expect(page.text).toMatch(/<svg[^>]*role="img"/);
    expect(page.headers['cache-control']).toBe('no-store');
    expect([wrong, confirmed].map(describeRedirect)).toEqual([
      '303 /account/authenticator-app: code-wrong',
      '303 /account: authenticator-app-set-up',
    ]);
    expect(shown.text).toContain('action="/account/authenticator-app/remove"');
    expect(describeRedirect(removed)).toBe('303 /account: authenticator-app-removed');
    expect(describeRedirect(await user.post('/account/authenticator-app/remove'))).toBe('303 /account: already-gone');
    expect(await listLogTypes()).toEqual(['authenticator_app.created', 'authenticator_app.deleted']);
    expect(await countMessages()).toBe(2);
  });

  it('is not set up if the user cancels', async () => {
    await user.post('/account/authenticator-app');

    const cancelled = await user.post('/account/authenticator-app/cancel');

    expect([cancelled, await user.get('/account/authenticator-app')].map(describeRedirect)).toEqual(['303 /account', '303 /account']);
    expect(describeRedirect(await user.post('/account/authenticator-app/confirm', { code: '000000' }))).toBe(
      '303 /account/authenticator-app: code-wrong',
    );
  });
});

describe('recovery codes', () => {
  it('are offered with another credential, shown until saved, and replaced on request', async () => {
    const before = await user.get();
    await user.createPasskey();
    const offered = await user.get();
    const posted = await user.post('/account/recovery-codes');
    const shown = [await user.get('/account/recovery-codes'), await user.get('/account/recovery-codes')];
    await user.post('/account/recovery-codes');
    const replaced = await user.get('/account/recovery-codes');
    const elsewhere = await (await AccountUser.withSession(auth, domain, { sub: user.sub })).get('/account/recovery-codes');

    const codes = [shown[0]!, replaced].map(({ text }) => text.match(/([a-z2-7]{5}-){3}[a-z2-7]{5}/g)!);
    expect([posted, elsewhere].map(describeRedirect)).toEqual(['303 /account/recovery-codes', '303 /account']);
    expect(shown[0]!.text).toBe(shown[1]!.text);
    expect([before, offered].map(({ text }) => text.includes('action="/account/recovery-codes"'))).toEqual([false, true]);
    expect(codes.map((list) => list.length)).toEqual([10, 10]);
    expect(new Set(codes.flat()).size).toBe(20);
    const file = await user.get('/account/recovery-codes/download');
    expect(file.text.split('\r\n')).toEqual([`Recovery codes for ${domain.name}.`, 'Each code signs you in once.', '', ...codes[1]!, '']);
    expect(file.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="recovery-codes-${domain.name}.txt"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(describeRedirect(await user.post('/account/recovery-codes/kept'))).toBe('303 /account');
    expect(describeRedirect(await user.get('/account/recovery-codes'))).toBe('303 /account');
    expect(describeRedirect(await user.get('/account/recovery-codes/download'))).toBe('303 /account');
    expect((await user.get()).text).not.toContain(codes[1]![0]!);
    expect(await listLogTypes()).toEqual(['passkey.created', 'recovery_code.created', 'recovery_code.created']);
    expect(await countMessages()).toBe(3);
  });
});

describe('sessions', () => {
  it('are listed, and ended individually or all except the current one', async () => {
    const others = await Promise.all([1, 2, 3].map(() => AccountUser.withSession(auth, domain, { sub: user.sub })));
    const { text } = await user.get();
    const endPaths = text.match(/\/account\/sessions\/[^"/]+\/end(?=")/g)!;

    const endedOne = await user.post(endPaths[0]!);
    const countAlive = async () => (await Promise.all(others.map((other) => other.get()))).filter(({ status }) => status === 200).length;
    const countAfterOne = await countAlive();
    const endedOthers = await user.post('/account/sessions/end-others');

    expect(endPaths).toHaveLength(3);
    expect([endedOne, endedOthers].map(describeRedirect)).toEqual(['303 /account: session-ended', '303 /account: sessions-ended']);
    expect([countAfterOne, await countAlive(), (await user.get()).status]).toEqual([2, 0, 200]);
    expect(describeRedirect(await user.post(endPaths[0]!))).toBe('303 /account: already-gone');
    expect(await listLogTypes()).toEqual(['session.revoked', 'session.revoked']);
  });

  it('end with "Sign out"', async () => {
    const signedOut = await user.post('/account/sign-out');

    const page = await user.get(signedOut.headers.location!);
    expect([describeRedirect(signedOut), page.status]).toEqual(['303 /account/signed-out', 200]);
    expect(page.text).toContain('href="/account"');
    expect(describeSignInRequest(await user.get())).toBe('303 /connect/authorize');
    expect(await listLogTypes()).toEqual(['user.signed_out']);
  });

  it('can be ended without a recent sign-in', async () => {
    const other = await AccountUser.withSession(auth, domain, { sub: user.sub });
    await ageSessions(auth, domain, 60);

    expect(describeRedirect(await user.post('/account/sessions/end-others'))).toBe('303 /account: sessions-ended');
    expect((await other.get()).status).toBe(303);
    expect(describeRedirect(await user.post('/account/sign-out'))).toBe('303 /account/signed-out');
  });
});
