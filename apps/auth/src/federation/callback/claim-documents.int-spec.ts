import { beforeEach, describe, expect, it } from '@jest/globals';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();

beforeEach(async () => {
  await fixture.addIdentityProvider('acme', { trust_email_verified: true });
  fixture.upstream.account({ sub: 'jane', claims: { preferred_username: 'jane.doe.upstream', name: 'Jane Doe' } });
});

/** Signs in with claims in the ID token and in userinfo. @returns the stored attributes of the user */
async function signIn({ idToken = {}, userinfo = {} }: Record<string, object>): Promise<unknown> {
  fixture.upstream.alterIdToken((claims) => ({ ...claims, ...idToken }));
  fixture.upstream.altered.set('/me', (body) => ({ ...body, ...userinfo }));
  const { location } = await fixture.signIn('jane');
  if (!location?.searchParams.has('code')) throw new Error('The sign-in failed');
  return (await fixture.listUsers())[0]!['attributes'];
}

describe('verified flags', () => {
  it("does not apply userinfo's verified flag to the ID token's address", async () => {
    const attributes = await signIn({
      idToken: { email: 'victim@example.com' },
      userinfo: { email: 'attacker@example.com', email_verified: true },
    });

    expect(attributes).toEqual({ preferred_username: 'jane.doe.upstream', name: 'Jane Doe', email: 'victim@example.com' });
  });

  it('removes a verified flag if the identity provider sends "false" as a string', async () => {
    const verified = await signIn({ userinfo: { email: 'jane@example.com', email_verified: 'true' } });
    const attributes = await signIn({ userinfo: { email: 'jane@example.com', email_verified: 'false' } });

    expect(verified).toMatchObject({ email: 'jane@example.com', email_verified: true });
    expect(attributes).toEqual({ preferred_username: 'jane.doe.upstream', name: 'Jane Doe', email: 'jane@example.com' });
  });
});

describe('unreadable phone numbers', () => {
  it('removes the stored phone number and its verified flag if the new one is unreadable', async () => {
    const before = await signIn({ userinfo: { phone_number: '+493012345678', phone_number_verified: true } });
    const attributes = await signIn({ userinfo: { phone_number: '030 999', phone_number_verified: true } });

    expect(before).toMatchObject({ phone_number: '+493012345678', phone_number_verified: true });
    expect(attributes).toEqual({ preferred_username: 'jane.doe.upstream', name: 'Jane Doe' });
  });
});
