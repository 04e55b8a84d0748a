import { describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { MigrationFolder } from './migrate.fixture.js';

const folder = MigrationFolder.create();
const GRACE = '7f3f2f0e-4b0d-4b6e-9f0a-0f4f5b7a9c11';

describe('a migration from Keycloak', () => {
  it('takes a realm of Keycloak, with the roles of groups, composite roles and clients', async () => {
    const { configuration, users, secrets } = await folder.run('keycloak', 'keycloak-realm.json');

    expect(configuration).toEqual({
      version: 1,
      clients: {
        shop: {
          clientType: 'Confidential',
          grantType: 'AuthorizationCode',
          scope: 'openid profile email',
          redirectUris: ['https://shop.example.com/callback'],
          postSignOutRedirectUris: ['https://shop.example.com/bye', 'https://shop.example.com/callback'],
          allowedOrigins: ['https://shop.example.com'],
          accessTokenExpiry: 600,
          presentation: { name: 'Shop', logoUri: 'https://shop.example.com/logo.png', clientUri: 'https://shop.example.com/home' },
          grants: { clientCredentials: true },
          backchannelLogout: { uri: 'https://shop.example.com/backchannel-logout' },
          roles: ['member', 'shop.refund'],
        },
        terminal: {
          clientType: 'Public',
          grantType: 'AuthorizationCode',
          scope: 'openid profile offline_access',
          policies: ['consent'],
          presentation: { name: 'Terminal' },
          grants: { deviceCode: true },
          active: { active: false },
        },
      },
      resources: {},
      roles: {
        clerk: { description: 'Counts the stock' },
        manager: {},
        member: {},
        insider: {},
        'shop.refund': { description: 'Pays back' },
      },
      providers: {
        northwind: {
          issuer: 'https://login.northwind.example',
          clientId: 'latchkey',
          displayName: 'Northwind',
          scopes: ['openid', 'email'],
          tokenEndpointAuthMethod: 'client_secret_post',
          trustEmailVerified: true,
        },
      },
    });
    expect(users).toEqual([
      {
        sub: GRACE,
        preferredUsername: 'grace.hopper',
        name: 'Grace Hopper',
        attributes: {
          department: 'Navy',
          language: ['de', 'en'],
          locale: 'de',
          phone_number: '+14255551212',
          phone_number_verified: true,
          email: 'grace@example.com',
          email_verified: true,
          given_name: 'Grace',
          family_name: 'Hopper',
          groups: ['/staff/night'],
        },
        roles: ['clerk', 'insider', 'manager', 'member', 'shop.refund'],
      },
    ]);
    expect(secrets).toEqual({ shop: 'a-secret-of-keycloak-with-32-chars' });
  });

  it('reports everything of a realm of Keycloak that has no place', async () => {
    const { reasons } = await folder.run('keycloak', 'keycloak-realm.json');

    expect(reasons.toSorted()).toEqual(
      [
        'aPartThatIsNew: nothing here corresponds to this part of the export',
        'accessTokenLifespan: the lifetimes of tokens and sessions: accessTokenExpiry, idTokenExpiry, refreshTokenExpiry of each client',
        'client https://sp.example.com: SAML has no place here',
        'client shop: descriptions, the admin URL and tokens of registrations have no place here',
        'client shop: redirect URI https://shop.example.com/*: wildcards are not possible: name each URI',
        'client shop: the client scope orders: make it a scope of an API, or give it claims',
        'client shop: the implicit grant does not exist here',
        'client shop: the mapper tenant: claims belong to scopes here, …/id_token/claims_supported',
        'client shop: tokens name the roles of their users where an API enforces roles: enforceRoles of the resource',
        'client terminal: the password grant does not exist here',
        'clientScopes: client scopes and mappers are claims of scopes: …/id_token/claims_supported',
        'components: LDAP, other user storage, the user profile and the keys of the realm stay behind: keys rotate here',
        'eventsListeners: events are in the log of the domain, and go to webhooks',
        'group /staff: groups are the attribute groups of their users here, who also get the roles of the group',
        'group /staff: groups have no attributes here: give them to the users',
        'identity provider github: the export has no issuer of OpenID Connect: set it up as docs/operations/identity-provider-setup.md says',
        'identity provider google: it admits the domains *: name each, as the claim hd in requiredClaims',
        'identity provider northwind: the document has no secrets of providers: set clientSecret before you apply it',
        'identity provider northwind: what happens around a sign-in at a provider is fixed here; which ones a client offers is its providers',
        'identityProviderMappers: mappers of identity providers: claimMapping of the provider',
        'registrationAllowed: sign-ins follow fixed rules here: policies of a client, and …/sign-in',
        'requiredCredentials: there are no passwords here; passkeys, codes and attempts have fixed rules',
        'role clerk: roles have no attributes here',
        'role manager: roles do not contain roles here: its users get those that it contains now',
        'scopeMappings: new users get no groups here, and clients all roles of their users: limit them by enforceRoles',
        `user ${GRACE}: a credential cannot be imported (otp): they set up a new one`,
        `user ${GRACE}: a credential cannot be imported (webauthn-passwordless): they set up a new one`,
        `user ${GRACE}: actions at the next sign-in stay behind: a link proves the address, and the account page adds passkeys`,
        `user ${GRACE}: administers the realm: invite them to the console as an operator`,
        `user ${GRACE}: is not tied to the identity provider northwind: they sign in by a link, or get a second user at their first sign-in there. To tie them, give the line an identity`,
        `user ${GRACE}: consent is asked for again`,
        `user ${GRACE}: the password has no place here: send them a link`,
        `user ${GRACE}: the time at which a user was created is that of the import`,
        'user 8a3f2f0e-4b0d-4b6e-9f0a-0f4f5b7a9c12: neither the username nor the email address can be a username here, which has at least 10 characters',
      ].toSorted(),
    );
  });

  it('reports each member of a record that no code knows', async () => {
    const file = folder.path('unknown.json');
    const realm = {
      roles: { realm: [{ name: 'clerk', isNew: 1 }], client: { shop: [{ name: 'refund', isNew: 1 }] } },
      groups: [{ name: 'staff', path: '/staff', isNew: 1 }],
      users: [{ id: 'user-1', username: 'grace.hopper', isNew: [1], isEmpty: [] }],
      clients: [{ clientId: 'shop', publicClient: true, isNew: { a: 1 }, attributes: { isNew: 'yes', isOff: 'false' } }],
      identityProviders: [{ alias: 'northwind', isNew: true, config: { isNew: 'yes' } }],
      isNew: { nested: { deeply: [1] } },
      isEmpty: [],
      isOff: false,
    };
    writeFileSync(file, JSON.stringify(realm));
    const { reasons } = await folder.run('keycloak', file);

    expect(reasons.filter((reason) => /isNew|isEmpty|isOff/.test(reason)).toSorted()).toEqual([
      'client shop: nothing here corresponds to clients.attributes.isNew',
      'client shop: nothing here corresponds to clients.isNew',
      'group /staff: nothing here corresponds to groups.isNew',
      'identity provider northwind: nothing here corresponds to identityProviders.config.isNew',
      'identity provider northwind: nothing here corresponds to identityProviders.isNew',
      'isNew: nothing here corresponds to this part of the export',
      'role clerk: nothing here corresponds to roles.realm.isNew',
      'role shop.refund: nothing here corresponds to roles.client.*.isNew',
      'user user-1: nothing here corresponds to users.isNew',
    ]);
  });

  it('ties users without a password to their identity provider, if it comes along and is the only one', async () => {
    const file = folder.path('federated.json');
    const user = (id: string, ...aliases: string[]) => ({
      id,
      username: `${id}@example.com`,
      federatedIdentities: aliases.map((identityProvider) => ({ identityProvider, userId: '1017', userName: id })),
    });
    const users = [
      user('user-1', 'northwind'),
      user('user-2', 'northwind', 'other'),
      user('user-3', 'github'),
      { ...user('user-4', 'northwind'), credentials: [{ type: 'password' }] },
    ];
    const config = { clientId: 'latchkey', issuer: 'https://login.northwind.example' };
    writeFileSync(file, JSON.stringify({ users, identityProviders: [{ alias: 'northwind', providerId: 'oidc', config }] }));
    const made = await folder.run('keycloak', file);

    expect(made.users).toMatchObject([{ identity: { provider: 'northwind', subject: '1017' } }, {}, {}, {}]);
    expect(made.users.filter((line) => 'identity' in line)).toHaveLength(1);
  });

  it('requires the domains of Google Workspace that a realm requires', async () => {
    const file = folder.path('google.json');
    const config = { clientId: 'latchkey', hostedDomain: 'example.com, example.org' };
    writeFileSync(file, JSON.stringify({ identityProviders: [{ alias: 'google', providerId: 'google', config }] }));

    expect((await folder.run('keycloak', file)).configuration.providers).toEqual({
      google: { issuer: 'https://accounts.google.com', clientId: 'latchkey', requiredClaims: { hd: ['example.com', 'example.org'] } },
    });
  });

  it('leaves out attributes that a user cannot have, and says that nothing is verified without them', async () => {
    const file = folder.path('attributes.json');
    const attributes = {
      sub: ['x'],
      name: ['y'],
      active: ['z'],
      ...Object.fromEntries(Array.from({ length: 160 }, (_none, n) => [`a${n}`, ['1']])),
    };
    writeFileSync(
      file,
      JSON.stringify({ users: [{ id: 'user-1', username: 'grace.hopper', email: 'no address', emailVerified: true, attributes }] }),
    );
    const { users, reasons } = await folder.run('keycloak', file);

    expect(Object.keys((users[0] as { attributes: object }).attributes)).toEqual(Array.from({ length: 148 }, (_none, n) => `a${n}`));
    expect(reasons).toContainEqual(expect.stringMatching(/^user user-1: the attribute email must /));
  });
});
