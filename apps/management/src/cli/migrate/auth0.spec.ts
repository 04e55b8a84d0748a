import { describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
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
        'user auth0|5f7c8ec7c33c6c004bbafe82: is not tied to the identity provider google-oauth2: they sign in by a link, or get a second user at their first sign-in there. To tie them, give the line an identity',
        'user auth0|5f7c8ec7c33c6c004bbafe82: the password has no place here: send them a link',
      ]),
    );
  });

  it('ties users to the identity provider that has signed them in, and says nothing that users say of themselves', async () => {
    const file = folder.path('federated.json');
    const users = [
      { user_id: 'google-oauth2|1035', email: 'ada@example.com', user_metadata: { app_metadata: { plan: 'gold' } } },
      { user_id: 'oidc|workforce|7', email: 'grace@example.com' },
      {
        user_id: 'oidc|workforce|8',
        email: 'joan@example.com',
        identities: [{ provider: 'oidc', connection: 'workforce', user_id: 'workforce|8' }],
      },
      {
        user_id: 'email|9',
        email: 'mary@example.com',
        identities: [
          { provider: 'email', connection: 'email', user_id: '9' },
          { provider: 'google-oauth2', connection: 'google-oauth2', user_id: '1036' },
        ],
      },
    ];
    const connections = [
      { name: 'google-oauth2', strategy: 'google-oauth2', options: { client_id: 'latchkey' } },
      {
        name: 'workforce',
        strategy: 'oidc',
        options: { client_id: 'latchkey', issuer: 'https://login.example.com', domain_aliases: ['Example.com', 'x'] },
      },
    ];
    writeFileSync(file, JSON.stringify({ users, connections }));
    const made = await folder.run('auth0', file);

    expect(made.users).toMatchObject([
      { identity: { provider: 'google-oauth2', subject: '1035' } },
      { identity: { provider: 'workforce', subject: '7' } },
      { identity: { provider: 'workforce', subject: '8' } },
      { preferredUsername: 'mary@example.com' },
    ]);
    expect([JSON.stringify(made.users).includes('gold'), 'identity' in made.users[3]!]).toEqual([false, false]);
    expect(made.configuration.providers).toMatchObject({ workforce: { mailDomains: ['example.com'] } });
  });
});
