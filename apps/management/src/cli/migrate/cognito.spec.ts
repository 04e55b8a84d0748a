import { describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { MigrationFolder } from './migrate.fixture.js';

const folder = MigrationFolder.create();

describe('a migration from Cognito', () => {
  it('takes an app client, an API and an identity provider of Cognito, and whether its users are inactive', async () => {
    const { configuration, users, secrets, reasons } = await folder.run('cognito', 'cognito.json');

    expect(configuration).toMatchObject({
      clients: {
        app1: {
          clientType: 'Confidential',
          grantType: 'AuthorizationCode',
          scope: 'openid email offline_access',
          redirectUris: ['https://portal.example.com/callback'],
          postSignOutRedirectUris: ['https://portal.example.com/bye'],
          refreshTokenExpiry: 2_592_000,
          presentation: { name: 'Portal' },
          resources: { orders: { scopes: ['orders/read'] } },
        },
      },
      resources: {
        orders: { audience: 'urn:cognito:orders', name: 'Orders', scopes: [{ scope: 'orders/read', description: 'Read orders' }] },
      },
      providers: { Google: { issuer: 'https://accounts.google.com', clientId: 'google-client', scopes: ['openid', 'email'] } },
    });
    expect(secrets).toEqual({ app1: 'a-secret-of-cognito-with-more-than-32-characters' });
    expect(users).toMatchObject([{ active: false, attributes: { plan: 'gold' } }]);
    expect(reasons).toEqual(
      expect.arrayContaining([
        'client app1: sign-ins by the SDK, with passwords or challenges, have no place here',
        'client app1: the implicit grant does not exist here',
        "client app1: the scope aws.cognito.signin.user.admin is one of Cognito's own API",
        'identity provider Google: the mapping of attributes: claimMapping of the provider',
        'role clerk: roles of AWS and their precedence have no place here',
        'user c3b1f0de-7d5b-4f5e-9c0b-2f9d3e5a7b10: a credential cannot be imported (SMS): they set up a new one',
        'user c3b1f0de-7d5b-4f5e-9c0b-2f9d3e5a7b10: is not tied to the identity provider Google: they sign in by a link, or get a second user at their first sign-in there. To tie them, give the line an identity',
      ]),
    );
  });

  it('names the users of a pool that made up their usernames by their addresses', async () => {
    const file = folder.path('pool.json');
    const sub = 'c3b1f0de-7d5b-4f5e-9c0b-2f9d3e5a7b10';
    const Attributes = Object.entries({ sub, email: 'grace@example.com' }).map(([Name, Value]) => ({ Name, Value }));
    writeFileSync(file, JSON.stringify({ Users: [{ Username: sub, Attributes }] }));

    expect((await folder.run('cognito', file)).users).toMatchObject([{ sub, preferredUsername: 'grace@example.com' }]);
  });

  it('ties users of an identity provider to it', async () => {
    const file = folder.path('federated.json');
    const identities = JSON.stringify([{ userId: '1035', providerName: 'Google' }]);
    const Attributes = Object.entries({ sub: 'user-1', email: 'grace@example.com', identities }).map(([Name, Value]) => ({ Name, Value }));
    const Users = [{ Username: 'google_1035', UserStatus: 'EXTERNAL_PROVIDER', Attributes }];
    const IdentityProvider = { ProviderName: 'Google', ProviderType: 'Google', ProviderDetails: { client_id: 'latchkey' } };
    writeFileSync(file, JSON.stringify({ Users, IdentityProvider }));

    expect((await folder.run('cognito', file)).users).toMatchObject([{ identity: { provider: 'Google', subject: '1035' } }]);
  });
});
