import type { JsonObject } from '@latchkey/user';
import { claimOf, listOf, objectOf, textOf, type ForeignUser, type Migration } from './migration.js';
import type { MigrationSource } from './source.js';

const APPLICATION_TYPES = new Set(['spa', 'native']);

/** The file of a user export job (one user per line), and the answers of the management API for clients, roles, APIs and connections. */
export const AUTH0: MigrationSource = {
  arrays: ['users', 'clients', 'roles', 'resource_servers', 'connections'],
  take(migration, path, value) {
    const kind = path === '' ? guess(value) : path;
    if (kind === 'users') return toUser(value);
    if (kind === 'clients') takeClient(migration, value);
    else if (kind === 'roles') migration.addRole(String(value['name']), value['description']);
    else if (kind === 'resource_servers') takeResource(migration, value);
    else if (kind === 'connections') takeConnection(migration, value);
    return null;
  },
};

function guess(value: JsonObject): string {
  if ('user_id' in value || 'Id' in value) return 'users';
  if ('client_id' in value) return 'clients';
  if ('identifier' in value) return 'resource_servers';
  if ('strategy' in value) return 'connections';
  return 'name' in value ? 'roles' : '';
}

function toUser(user: JsonObject): ForeignUser {
  const { email, username, name, nickname, picture, phone_number: phone } = user;
  const id = textOf(user['user_id']) ?? String(user['Id']);
  return {
    sub: id,
    usernames: [username, email],
    name,
    active: user['blocked'] !== true,
    attributes: {
      ...objectOf(user['user_metadata']),
      email: claimOf('email', email),
      email_verified: email === undefined ? undefined : user['email_verified'] === true,
      phone_number: claimOf('phone_number', phone),
      given_name: textOf(user['given_name']),
      family_name: textOf(user['family_name']),
      nickname: textOf(nickname),
      picture: claimOf('picture', picture),
      ...('app_metadata' in user && { app_metadata: objectOf(user['app_metadata']) }),
    },
    hasPassword: id.startsWith('auth0|'),
  };
}

function takeClient(migration: Migration, client: JsonObject): void {
  const id = String(client['client_id']);
  if (client['global'] === true) return;
  const grants = listOf(client['grant_types']);
  const isPublic = APPLICATION_TYPES.has(String(client['app_type'])) || client['token_endpoint_auth_method'] === 'none';
  const isService = client['app_type'] === 'non_interactive';
  for (const grant of ['implicit', 'password', 'http://auth0.com/oauth/grant-type/password-realm'])
    if (grants.includes(grant)) migration.omit(`client ${id}`, `the grant ${grant} does not exist here`);
  migration.addClient({
    id,
    clientType: isPublic ? 'Public' : 'Confidential',
    grantType: isService ? 'ClientCredentials' : 'AuthorizationCode',
    scope: isService ? '' : `openid profile email${grants.includes('refresh_token') ? ' offline_access' : ''}`,
    redirectUris: listOf(client['callbacks']),
    postSignOutRedirectUris: listOf(client['allowed_logout_urls']),
    allowedOrigins: listOf(client['web_origins']),
    name: client['name'],
    clientCredentials: !isService && grants.includes('client_credentials'),
    secret: client['client_secret'],
  });
}

function takeResource(migration: Migration, api: JsonObject): void {
  if (api['is_system'] === true) return;
  const scopes = listOf(api['scopes']).map((each) => {
    const { value, description } = objectOf(each);
    return { scope: String(value), description: textOf(description) ?? String(value) };
  });
  migration.addResource(String(api['id']), String(api['identifier']), { name: textOf(api['name']) ?? String(api['identifier']), scopes });
}

function takeConnection(migration: Migration, { name, strategy, options, display_name: displayName }: JsonObject): void {
  if (strategy === 'auth0')
    return migration.omit(`connection ${String(name)}`, 'a database of passwords has no place here: its users get links');
  const { issuer, client_id: clientId } = objectOf(options);
  migration.addProvider(String(name), {
    issuer: strategy === 'google-oauth2' ? 'https://accounts.google.com' : issuer,
    clientId,
    displayName,
  });
}
