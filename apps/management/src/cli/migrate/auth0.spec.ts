import { describe, expect, it } from '@jest/globals';
import { MigrationFolder } from './migrate.fixture.js';

const folder = MigrationFolder.create();

describe('a migration from Auth0', () => {
  it('takes several files of Auth0, and keeps ids that can be no sub', async () => {
    const { configuration, users, secrets, reasons } = await folder.run('auth0', 'auth0-users.ndjson', 'auth0-configuration.json');

    expect(configuration).toMatchObject({
      clients: {
        vQ1aYyO4mKcI: {
          clientType: 'Public',
          grantType: 'AuthorizationCode',
          scope: 'openid profile email offline_access',
          allowedOrigins: ['https://portal.example.com'],
          idTokenExpiry: 36_000,
          policies: ['consent'],
          presentation: { name: 'Portal', logoUri: 'https://portal.example.com/logo.png' },
          backchannelLogout: { uri: 'https://portal.example.com/backchannel-logout' },
        },
        w2mKcIvQ1aYy: {
          clientType: 'Confidential',
          grantType: 'ClientCredentials',
          scope: 'api',
          resources: { 6650: { scopes: ['orders:read'] } },
        },
      },
      resources: {
        6650: {
          audience: 'https://orders.example.com',
          scopes: [{ scope: 'orders:read', description: 'Read orders' }],
          accessTokenExpiry: 86_400,
          enforceRoles: true,
        },
      },
      roles: { clerk: { description: 'Counts', permissions: [{ resource: '6650', scopes: ['orders:read'] }] } },
      providers: { workforce: { issuer: 'https://accounts.google.com', requiredClaims: { hd: ['example.com'] } } },
    });
    expect(users).toEqual([
      {
        preferredUsername: 'grace@example.com',
        name: 'Grace Hopper',
        attributes: {
          legacy_sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
          email: 'grace@example.com',
          email_verified: true,
          phone_number: '+14255551212',
          phone_number_verified: false,
          nickname: 'grace',
          picture: 'https://s.example.com/grace.png',
          theme: 'dark',
          app_metadata: { plan: 'gold' },
        },
      },
      {
        preferredUsername: 'ada@example.com',
        name: 'Ada Lovelace',
        attributes: {
          legacy_sub: 'google-oauth2|103547991597142817347',
          email: 'ada@example.com',
          email_verified: true,
          given_name: 'Ada',
        },
        active: false,
      },
    ]);
    expect(Object.keys(secrets)).toEqual(['w2mKcIvQ1aYy', 'x3mKcIvQ1aYy']);
    expect(reasons).toEqual(
      expect.arrayContaining([
        'API 6650: the scope email is one of OpenID Connect',
        'a record with unheard: its kind is unknown',
        'client vQ1aYyO4mKcI: the grant implicit does not exist here',
        'client w2mKcIvQ1aYy: the API https://orders.example.com has no scope orders:old',
        'client x3mKcIvQ1aYy: the export does not name its scopes: it may request api; set those of its APIs',
        'connection Username-Password-Authentication: a database of passwords has no place here: its users get links',
        'organization northwind: organizations have no place here: attributes and roles of their members',
        'user auth0|5f7c8ec7c33c6c004bbafe82: a credential cannot be imported (guardian): they set up a new one',
        'user auth0|5f7c8ec7c33c6c004bbafe82: an import cannot tie a user to an identity provider (google-oauth2): they sign in by a link, or get a second user at their first sign-in there',
        'user auth0|5f7c8ec7c33c6c004bbafe82: the password has no place here: send them a link',
      ]),
    );
  });
});
