import { isUuid } from '@latchkey/oauth';
import type { JsonObject } from '@latchkey/user';
import { COGNITO_UNREAD } from './cognito-unread.js';
import { fullName, listOf, objectOf, textOf } from './export-values.js';
import type { Migration } from './migration.js';
import type { MigrationSource } from './source.js';
import type { ForeignIdentity, ForeignUser } from './user-line.js';

/** The scopes of OpenID Connect among those of an app client. */
const OPENID_SCOPES = ['openid', 'profile', 'email', 'phone'];
/** Attributes that are no claim of the user: the names of others here, and what Cognito itself keeps. */
const NO_ATTRIBUTE = /^(sub|name|preferred_username|identities|cognito:.*)$/;

/** The answers of `list-users`, `list-groups`, `list-resource-servers`, `describe-user-pool-client` and `describe-identity-provider`. */
export const COGNITO: MigrationSource = {
  users: 'Users',
  kinds: {
    Groups: (migration, { GroupName: name, Description: description }) => {
      migration.addRole(String(name), description);
      return `role ${String(name)}`;
    },
    ResourceServers: takeResourceServer,
    ResourceServer: takeResourceServer,
    UserPoolClient: takeClient,
    IdentityProvider: takeProvider,
    Providers: (migration, { ProviderName: name }) => {
      migration.omit(
        `identity provider ${String(name)}`,
        'a list of providers has only their names: add the answers of describe-identity-provider',
      );
      return null;
    },
    UserPoolClients: (migration, { ClientId: id }) => {
      migration.omit(`client ${String(id)}`, 'a list of app clients has only their names: add the answers of describe-user-pool-client');
      return null;
    },
  },
  objects: ['UserPoolClient', 'IdentityProvider', 'ResourceServer'],
  toUser,
  guess: (record) => ('Username' in record ? 'Users' : 'GroupName' in record ? 'Groups' : null),
  unread: COGNITO_UNREAD,
};

function toUser(_migration: Migration, user: JsonObject): ForeignUser {
  const { Username: username, UserStatus: status } = user;
  const given = Object.fromEntries(
    // admin-get-user has the attributes under another name.
    listOf(user['Attributes'] ?? user['UserAttributes']).map((each) => [String(objectOf(each)['Name']), objectOf(each)['Value']]),
  );
  const others = Object.entries(given)
    .filter(([name]) => !NO_ATTRIBUTE.test(name))
    .map(([name, value]) => [name.replace(/^custom:/, ''), value] as const);
  const names = [given['preferred_username'], given['email']];
  const factors = user['UserMFASettingList'] ?? listOf(user['MFAOptions']).map((each) => objectOf(each)['DeliveryMedium']);
  return {
    sub: textOf(given['sub']) ?? String(username),
    // Pools whose users sign in by their address make up a username that they do not know.
    usernames: isUuid(String(username)) ? [...names, username] : [username, ...names],
    name: given['name'] ?? fullName(given['given_name'], given['family_name']),
    active: user['Enabled'] !== false,
    attributes: {
      ...Object.fromEntries(others),
      email: given['email'],
      email_verified: given['email_verified'] === 'true',
      phone_number: given['phone_number'],
      phone_number_verified: given['phone_number_verified'] === 'true',
    },
    hasPassword: status !== 'EXTERNAL_PROVIDER',
    otherCredentials: listOf(factors).map(String),
    identities: listIdentities(given['identities']),
  };
}

/** What the attribute `identities` says, which is the text of a JSON array. */
function listIdentities(text: unknown): ForeignIdentity[] {
  try {
    return listOf(JSON.parse(textOf(text) ?? '[]')).map((each) => {
      const { providerName, userId } = objectOf(each);
      return { provider: String(providerName), subject: textOf(userId) };
    });
  } catch {
    return [{ provider: String(text), subject: undefined }];
  }
}

/** An app client: `UserPoolClientType` of the API reference of Amazon Cognito. */
function takeClient(migration: Migration, client: JsonObject): string {
  const id = String(client['ClientId']);
  const what = `client ${id}`;
  const [flows, scopes] = [listOf(client['AllowedOAuthFlows']), listOf(client['AllowedOAuthScopes']).map(String)];
  const signsIn = flows.includes('code') || flows.includes('implicit') || !flows.includes('client_credentials');
  const secret = client['ClientSecret'];
  if (flows.includes('implicit')) migration.omit(what, 'the implicit grant does not exist here');
  if (client['AllowedOAuthFlowsUserPoolClient'] === false)
    migration.omit(what, 'it signs in by the SDK: here it needs redirect URIs, and the code flow');
  const own = scopes.filter((scope) => !scope.includes('/') && !OPENID_SCOPES.includes(scope));
  for (const scope of own) migration.omit(what, `the scope ${scope} is one of Cognito's own API`);
  const known = scopes.filter((scope) => OPENID_SCOPES.includes(scope));
  migration.addClient({
    id,
    clientType: textOf(secret) === undefined ? 'Public' : 'Confidential',
    grantType: signsIn ? 'AuthorizationCode' : 'ClientCredentials',
    scope: signsIn ? [...new Set(['openid', ...known, 'offline_access'])].join(' ') : '',
    redirectUris: listOf(client['CallbackURLs']),
    postSignOutRedirectUris: listOf(client['LogoutURLs']),
    name: client['ClientName'],
    ...toExpiries(client),
    clientCredentials: signsIn && flows.includes('client_credentials'),
    secret,
  });
  for (const [identifier, names] of Map.groupBy(
    scopes.filter((scope) => scope.includes('/')),
    (scope) => scope.slice(0, scope.lastIndexOf('/')),
  ))
    migration.addGrant({ to: 'client', name: id, audience: toAudience(identifier), scopes: names });
  return what;
}

const SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

/** Lifetimes are hours, and days for refresh tokens, unless the units say otherwise. */
function toExpiries(client: JsonObject): Record<'accessTokenExpiry' | 'idTokenExpiry' | 'refreshTokenExpiry', number | undefined> {
  const units = objectOf(client['TokenValidityUnits']);
  const secondsOf = (token: string, unit: string): number | undefined => {
    const value = client[`${token}Validity`];
    return typeof value === 'number' ? value * (SECONDS[textOf(units[token]) ?? unit] ?? Number.NaN) : undefined;
  };
  return {
    accessTokenExpiry: secondsOf('AccessToken', 'hours'),
    idTokenExpiry: secondsOf('IdToken', 'hours'),
    refreshTokenExpiry: secondsOf('RefreshToken', 'days'),
  };
}

/** Tokens of Cognito name their API only in their scopes, which keep their names: `IDENTIFIER/SCOPE`. */
function takeResourceServer(migration: Migration, server: JsonObject): string {
  const identifier = String(server['Identifier']);
  const scopes = listOf(server['Scopes']).map((each) => {
    const { ScopeName: name, ScopeDescription: description } = objectOf(each);
    return { scope: `${identifier}/${String(name)}`, description: textOf(description) ?? String(name) };
  });
  const id = identifier.replace(/^[a-z]+:\/\//, '').replace(/[^A-Za-z0-9._~-]+/g, '-');
  migration.addResource({ id, audience: toAudience(identifier), name: textOf(server['Name']) ?? identifier, scopes });
  return `API ${id}`;
}

/** An audience must be a URI; an identifier need not. */
function toAudience(identifier: string): string {
  return URL.canParse(identifier) ? identifier : `urn:cognito:${encodeURIComponent(identifier)}`;
}

function takeProvider(migration: Migration, provider: JsonObject): string {
  const [name, type] = [String(provider['ProviderName']), provider['ProviderType']];
  const details = objectOf(provider['ProviderDetails']);
  migration.addProvider(name, {
    issuer: type === 'Google' ? 'https://accounts.google.com' : type === 'OIDC' ? details['oidc_issuer'] : undefined,
    clientId: details['client_id'],
    scopes: textOf(details['authorize_scopes'])?.split(/[\s,]+/) ?? [],
  });
  return `identity provider ${name}`;
}
