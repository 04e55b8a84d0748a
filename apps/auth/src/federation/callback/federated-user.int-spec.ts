import { beforeEach, describe, expect, it } from '@jest/globals';
import { VALUE_SIGNAL_TYPES } from '@latchkey/events';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import type { FakeAccount } from '../../../../../test/support/upstream/fake-identity-provider.js';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();

const JANE = { sub: 'jane', claims: { name: 'Jane Doe', preferred_username: 'jane.doe.upstream', email: 'jane@example.com' } };

beforeEach(async () => {
  await fixture.addIdentityProvider('acme');
  fixture.upstream.account(JANE);
});

/** Signs a user in. @returns the claims of the ID token */
async function signInClaims(sub: string, name = 'acme'): Promise<Record<string, unknown>> {
  return fixture.redeemIdToken((await fixture.signIn(sub, name)).location);
}

/** Attempts a sign-in. @returns status and heading of the error page */
async function failedSignIn(sub: string): Promise<string> {
  const { answer } = await fixture.signIn(sub);
  return `${answer.status} ${getHeading(answer)}`;
}

async function listAttributes(): Promise<unknown[]> {
  return (await fixture.listUsers()).map((user) => user['attributes']);
}

const changeAccount = (account: Partial<FakeAccount>) => fixture.upstream.account({ ...JANE, ...account });

async function setUserQuota(users: number | null): Promise<void> {
  const quota = users === null ? null : JSON.stringify({ domains: null, clients: null, users, tokensPerDay: null });
  await fixture.rows.query('UPDATE subscription SET quota = $2 WHERE id = (SELECT subscription_id FROM domain WHERE id = $1)', [
    fixture.domainId,
    quota,
  ]);
}

describe('federated users', () => {
  it('keeps a federated user, and updates the attributes at each sign-in', async () => {
    const before = await signInClaims('jane');
    changeAccount({ claims: { ...JANE.claims, name: 'Jane Roe', email: 'roe@example.com', locale: 'de', picture: 'not an address' } });

    const after = await signInClaims('jane');

    expect(after['sub']).toBe(before['sub']);
    expect(await listAttributes()).toEqual([
      { preferred_username: 'jane.doe.upstream', name: 'Jane Roe', email: 'roe@example.com', locale: 'de' },
    ]);
  });

  it("logs a user's changed attributes by name, and stores their values encrypted in the outbox if a stream requests them", async () => {
    await signInClaims('jane');
    const { client_id } = await fixture.rows.insert('client', { domain_id: fixture.domainId, scope: 'ssf.manage profile email' });
    await fixture.rows.insert('ssf_stream', {
      domain_id: fixture.domainId,
      client_id,
      status: 'enabled',
      events_requested: VALUE_SIGNAL_TYPES,
    });
    changeAccount({ claims: { ...JANE.claims, name: 'Jane Roe', email: 'roe@example.com' } });
    await fixture.rows.inTransaction(async (query) => {
      // Keeps the stream's rows in the outbox meanwhile.
      await query('LOCK TABLE ssf_event IN SHARE MODE');
      await signInClaims('jane');
      await signInClaims('jane');

      const outbox = await fixture.rows.query<{ length: number; isPlain: boolean }>(
        `SELECT length(encrypted_changes) AS length, position('roe'::bytea IN encrypted_changes) > 0 AS "isPlain" FROM webhook_outbox
         WHERE domain_id = $1 AND encrypted_changes IS NOT NULL`,
        [fixture.domainId],
      );
      expect(outbox).toEqual([{ length: expect.any(Number), isPlain: false }]);
    });

    expect(await fixture.listUserEvents()).toEqual([
      'user.created provider:acme',
      'user.signed_in provider:acme provider',
      'user.updated email,name',
      'user.signed_in provider:acme provider',
      'user.signed_in provider:acme provider',
    ]);
  });

  it('renames a federated user when the identity provider changes the username', async () => {
    await signInClaims('jane');
    changeAccount({ claims: { ...JANE.claims, preferred_username: 'jane.roe.upstream' } });
    await signInClaims('jane');

    expect(await listAttributes()).toEqual([expect.objectContaining({ preferred_username: 'jane.roe.upstream' })]);
  });

  it('keeps the username when the identity provider sends an invalid one', async () => {
    await signInClaims('jane');
    changeAccount({ claims: { ...JANE.claims, preferred_username: 'j\u0430ne.doe.upstream' } });
    await signInClaims('jane');

    expect(await listAttributes()).toEqual([expect.objectContaining({ preferred_username: 'jane.doe.upstream' })]);
  });

  it('creates a federated user once for concurrent first sign-ins', async () => {
    const subs = await Promise.all(Array.from({ length: 6 }, () => signInClaims('jane')));

    expect(new Set(subs.map(({ sub }) => sub)).size).toBe(1);
    expect(await fixture.listUsers()).toHaveLength(1);
    const [count] = await fixture.rows.query('SELECT sum(users)::integer AS users FROM user_count WHERE domain_id = $1', [
      fixture.domainId,
    ]);
    expect(count).toEqual({ users: 1 });
  });

  it('creates separate users at two identity providers, even with the same email address and sub', async () => {
    await fixture.addIdentityProvider('globex');

    const [one, other] = [await signInClaims('jane', 'acme'), await signInClaims('jane', 'globex')];

    expect(one['sub']).not.toBe(other['sub']);
    expect(await listAttributes()).toEqual([
      expect.objectContaining({ email: 'jane@example.com', preferred_username: 'jane.doe.upstream' }),
      expect.objectContaining({
        email: 'jane@example.com',
        preferred_username: expect.stringMatching(/^jane\.doe\.upstream-[0-9a-f]{10}$/),
      }),
    ]);
  });

  it('creates a separate user after the issuer of the identity provider changes', async () => {
    await signInClaims('jane');
    await fixture.rows.query(`UPDATE end_user SET upstream_issuer = 'https://former.example.com' WHERE domain_id = $1`, [fixture.domainId]);

    await signInClaims('jane');

    expect(await fixture.listUsers()).toHaveLength(2);
  });

  it('never merges a federated user with a local user of the same username or email address', async () => {
    const local = { preferredUsername: 'jane.doe.upstream', name: 'Local Jane' };
    const created = await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/user`, local);
    const { sub } = created.json as { sub: string };
    await fixture.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${sub}`, { email: 'jane@example.com' });

    const federated = await signInClaims('jane');

    expect(federated['sub']).not.toBe(sub);
    expect(await listAttributes()).toEqual([
      { preferred_username: 'jane.doe.upstream', name: 'Local Jane', email: 'jane@example.com' },
      expect.objectContaining({ preferred_username: expect.stringMatching(/^jane\.doe\.upstream-/), name: 'Jane Doe' }),
    ]);
  });

  it('rejects a user without an account if the identity provider does not create users', async () => {
    await fixture.rows.query('UPDATE identity_provider SET create_users = false WHERE domain_id = $1', [fixture.domainId]);

    expect(await failedSignIn('jane')).toBe('403 You have no account here');
    expect(await fixture.listUsers()).toEqual([]);
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.sign_in_failed provider:acme no-account');
  });

  it('creates no user beyond the quota of the subscription, and signs in those who exist', async () => {
    const { sub } = await signInClaims('jane');
    fixture.upstream.account({ sub: 'john', claims: { name: 'John Doe' } });
    await setUserQuota(1);

    expect(await failedSignIn('john')).toBe('403 You have no account here');
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.sign_in_failed provider:acme quota-exceeded');
    expect((await signInClaims('jane'))['sub']).toBe(sub);
    await setUserQuota(null);
    expect(await signInClaims('john')).toMatchObject({ sub: expect.any(String) });
  });

  it('rejects an inactive federated user', async () => {
    const { sub } = await signInClaims('jane');
    await fixture.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${String(sub)}`, { active: false });

    expect(await failedSignIn('jane')).toBe('403 You cannot sign in');
    await fixture.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${String(sub)}`, { active: true });
    expect((await signInClaims('jane'))['sub']).toBe(sub);
  });

  it('creates a federated user again after deletion', async () => {
    const { sub } = await signInClaims('jane');
    await fixture.stack.caller.delete(`/v1/domain/${fixture.domain}/user/${String(sub)}`);

    expect((await signInClaims('jane'))['sub']).not.toBe(sub);
    expect(await fixture.listUsers()).toHaveLength(1);
  });

  it('signs users out when the identity provider is deleted, and finds them when it is added again', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    await browser.follow(await browser.request(back));
    const before = (await browser.request('/account')).status;
    await fixture.stack.caller.delete(`/v1/domain/${fixture.domain}/provider/acme`);
    const meanwhile = (await browser.request('/account')).status;
    const [{ sub }] = (await fixture.listUsers()) as [{ sub: string }];
    await fixture.addIdentityProvider('acme');

    expect([before, meanwhile]).toEqual([200, 303]);
    expect((await signInClaims('jane'))['sub']).toBe(sub);
  });

  it('finds a federated user by the name of the identity provider', async () => {
    await signInClaims('jane');

    const { json } = await fixture.stack.caller.get(`/v1/domain/${fixture.domain}/user?identityprovider=acme&search=jane`);

    expect(JSON.stringify(json)).toContain('jane.doe.upstream');
  });
});

describe('local authentication methods', () => {
  it('treat the username of a federated user as unknown', async () => {
    await signInClaims('jane');
    const browser = fixture.newBrowser();
    const { answer: page } = await fixture.startAuthorization(browser);
    const { answer: unknown } = await browser.follow(await browser.submit(page, 'Continue', { username: 'jane.of.that.name' }));
    const { answer: known } = await browser.follow(await browser.submit(page, 'Continue', { username: 'jane.doe.upstream' }));

    await browser.submit(known, 'Email me a link');

    expect(known.text.replaceAll('jane.doe.upstream', '')).toBe(unknown.text.replaceAll('jane.of.that.name', ''));
    const { json } = await fixture.stack.caller.get('/dev/outbox');
    expect((json as { to: string }[]).filter(({ to }) => to === 'jane@example.com')).toEqual([]);
  });

  it('find the local user with an email address that a federated user shares', async () => {
    await signInClaims('jane');
    const created = await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/user`, {
      preferredUsername: 'jane.doe.local',
      name: 'Jane',
    });
    const { sub } = created.json as { sub: string };
    const email = `jane@${fixture.domain}`;
    await fixture.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${sub}`, { email });
    await fixture.rows.query(
      `UPDATE end_user SET attributes = attributes || jsonb_build_object('email', $2::text), search_text = username_key || E'\\n' || $2
       WHERE domain_id = $1 AND identity_provider = 'acme'`,
      [fixture.domainId, email],
    );
    const browser = fixture.newBrowser();
    const { answer: page } = await fixture.startAuthorization(browser);

    const { answer: methods } = await browser.follow(await browser.submit(page, 'Continue', { username: email }));
    await browser.submit(methods, 'Email me a link');

    const { json } = await fixture.stack.caller.get('/dev/outbox');
    expect((json as { to: string }[]).filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('are neither shown nor set up on the account page of a federated user', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    await browser.follow(await browser.request(back));

    const page = await browser.request('/account');
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)![1]!;
    const forms = ['/account/passkeys', '/account/passkeys/options', '/account/authenticator-app', '/account/recovery-codes'];
    const answers = [];
    for (const action of forms) answers.push((await browser.post({ action, fields: { csrf }, button: '' })).status);

    expect(page.text).toContain('You sign in through ACME. Manage your sign-in methods there.');
    expect([...page.text.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, heading]) => heading)).toEqual(['Sessions', 'Connected applications']);
    expect(answers).toEqual([404, 404, 404, 404]);
  });
});

describe('verified flags of an identity provider that is no longer trusted', () => {
  const distrust = () =>
    fixture.rows.query('UPDATE identity_provider SET trust_email_verified = false WHERE domain_id = $1', [fixture.domainId]);
  const isVerified = async () => (await listAttributes()).map((stored) => (stored as { email_verified?: boolean }).email_verified);

  beforeEach(async () => {
    await fixture.addIdentityProvider('strict', { trust_email_verified: true });
    changeAccount({ claims: { ...JANE.claims, email_verified: true } });
    await signInClaims('jane', 'strict');
  });

  it.each([true, undefined])('removes verified flags at the next sign-in if the claim is %s', async (claim) => {
    const before = await isVerified();
    changeAccount({ claims: { ...JANE.claims, email_verified: claim } });
    await distrust();

    await signInClaims('jane', 'strict');

    expect([before, await isVerified()]).toEqual([[true], [undefined]]);
  });

  it.each([{ email_verified: true }, { email_verified: false }])('keeps verified flags that the operator has set: %j', async (patch) => {
    const [user] = await fixture.listUsers();
    await fixture.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${String(user!['sub'])}`, patch);
    await distrust();

    await signInClaims('jane', 'strict');

    expect(await isVerified()).toEqual([patch.email_verified]);
  });
});

describe('withdrawn claims', () => {
  it('removes the attribute of a null claim, and the flag of an address that is no longer verified', async () => {
    await fixture.addIdentityProvider('strict', { trust_email_verified: true });
    changeAccount({ claims: { ...JANE.claims, given_name: 'Jay', email_verified: true } });
    await signInClaims('jane', 'strict');
    const before = await listAttributes();
    changeAccount({ claims: { ...JANE.claims, given_name: null, email_verified: false } });
    await fixture.rows.query('UPDATE identity_provider SET trust_email_verified = false WHERE domain_id = $1', [fixture.domainId]);

    await signInClaims('jane', 'strict');

    expect(before).toMatchObject([{ given_name: 'Jay', email_verified: true }]);
    const [after] = (await listAttributes()) as [Record<string, unknown>];
    expect([after['email'], 'given_name' in after, 'email_verified' in after]).toEqual(['jane@example.com', false, false]);
  });
});
