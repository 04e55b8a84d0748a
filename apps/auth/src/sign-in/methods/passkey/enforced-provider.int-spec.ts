import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from '../../../../../../test/support/sql.js';
import { SignInFixture, parseAuthorizationResponse } from '../../sign-in.fixture.js';

let fixture: SignInFixture;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
}, 60_000);

afterAll(() => fixture.stop());

/** Signs in with a passkey, and types nothing. */
async function signIn(user: Awaited<ReturnType<SignInFixture['createUserWithPasskey']>>) {
  const browser = fixture.browser();
  return fixture.usePasskey(browser, await fixture.begin(browser, 'shop'), user.authenticator);
}

it('signs in no user with a passkey whose identity provider is enforced', async () => {
  const jane = await fixture.createUserWithPasskey('jane.doe.of.them');
  expect(parseAuthorizationResponse(await signIn(jane))).toHaveProperty('code');
  // The address of the user, with a provider that is down: what counts is that the passkey does not suffice.
  await sql(
    fixture.stack.database.url,
    `INSERT INTO identity_provider (domain_id, name, issuer, client_id, token_endpoint_auth_method, scopes, claim_mapping, display_name, enabled,
       trust_email_verified, create_users, mail_domains, enforce_mail_domains)
     SELECT id, 'acme', 'https://127.0.0.1:9', 'x', 'client_secret_post', '{openid}', '{}', 'ACME', true, false, true, '{example.com}', true FROM domain`,
  );

  expect((await signIn(jane)).status).toBe(400);
});
