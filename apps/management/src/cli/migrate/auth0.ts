import type { JsonObject } from '@latchkey/user';
import { AUTH0_UNREAD } from './auth0-unread.js';
import { listOf, objectOf, textOf } from './export-values.js';
import type { Migration } from './migration.js';
import type { MigrationSource } from './source.js';
import type { ForeignIdentity, ForeignUser } from './user-line.js';

const PUBLIC_TYPES = new Set(['spa', 'native']);
const GRANTS = new Set(['authorization_code', 'refresh_token', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code']);
/** Providers of identities that are Auth0's own: passwords, and codes by mail and SMS. */
const OWN_PROVIDERS = new Set(['auth0', 'email', 'sms']);
const AUTH_METHODS = new Set([undefined, 'none', 'client_secret_post', 'client_secret_basic']);

/** The file of a user export job (one user per line), and the answers of the management API for clients, their grants, roles, APIs and connections. */
export const AUTH0: MigrationSource = {
  users: 'users',
  kinds: {
    clients: takeClient,
    client_grants: takeGrant,
    roles: takeRole,
    resource_servers: takeResource,
    connections: takeConnection,
    organizations: (migration, { name }) => {
      migration.omit(`organization ${String(name)}`, 'organizations have no place here: attributes and roles of their members');
      return null;
    },
  },
  toUser,
  guess(record) {
    if ('user_id' in record || 'Id' in record) return 'users';
    if ('client_id' in record && 'audience' in record) return 'client_grants';
    if ('client_id' in record) return 'clients';
    if ('identifier' in record) return 'resource_servers';
    if ('strategy' in record) return 'connections';
    if ('branding' in record || String(record['id']).startsWith('org_')) return 'organizations';
    return 'name' in record ? 'roles' : null;
  },
  unread: AUTH0_UNREAD,
};

/** A job without a list of fields writes titles such as `Email Verified`. */
function nameFields(user: JsonObject): JsonObject {
  if (!('Id' in user)) return user;
  const { Id: id, ...fields } = user;
  return {
    user_id: id,
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value])),
  };
}

function toUser(_migration: Migration, exported: JsonObject): ForeignUser {
  const user = nameFields(exported);
  const id = String(user['user_id']);
  const identities = listIdentities(id, user['identities']);
  const foreign = identities.filter(({ provider }) => !OWN_PROVIDERS.has(String(provider)));
  const { email, phone_number: phone, app_metadata: metadata } = user;
  return {
    sub: id,
    usernames: [user['username'], email],
    name: user['name'],
    active: user['blocked'] !== true,
    attributes: {
      ...objectOf(user['user_metadata']),
      // Users can change their metadata, so it must not say that an address is verified, or what only an operator says.
      email,
      email_verified: user['email_verified'] === true,
      phone_number: phone,
      phone_number_verified: user['phone_verified'] === true,
      given_name: textOf(user['given_name']),
      family_name: textOf(user['family_name']),
      nickname: textOf(user['nickname']),
      picture: user['picture'],
      app_metadata: Object.keys(objectOf(metadata)).length > 0 ? metadata : undefined,
    },
    hasPassword: identities.some(({ provider }) => provider === 'auth0'),
    isLocal: foreign.length < identities.length,
    otherCredentials: listOf(user['multifactor'] ?? user['guardian_authenticators']).map(String),
    identities: foreign.map(toIdentity),
  };
}

/** An export without identities shows the first one as the id: `google-oauth2|1035`, and for enterprise connections `oidc|workforce|1035`. */
function listIdentities(id: string, exported: unknown): JsonObject[] {
  const identities = listOf(exported).map((each) => objectOf(each));
  if (identities.length > 0) return identities;
  const [provider, ...rest] = id.split('|');
  return [{ provider, connection: rest.length > 1 ? rest[0] : provider, user_id: rest.join('|') }];
}

/** The id of a user of an enterprise connection begins with its name. */
function toIdentity({ provider, connection, user_id: id }: JsonObject): ForeignIdentity {
  const name = textOf(connection) ?? String(provider);
  const subject = typeof id === 'number' ? String(id) : textOf(id);
  return { provider: name, subject: subject?.startsWith(`${name}|`) ? subject.slice(name.length + 1) : subject };
}

function takeClient(migration: Migration, client: JsonObject): string | null {
  const id = String(client['client_id']);
  const what = `client ${id}`;
  if (client['global'] === true) return null;
  if (client['app_type'] === 'resource_server') {
    migration.omit(what, 'an API that acts as a client is a resource here, and a client that exchanges tokens');
    return null;
  }
  const grants = listOf(client['grant_types']).map(String);
  const method = textOf(client['token_endpoint_auth_method']);
  const isPublic = PUBLIC_TYPES.has(String(client['app_type'])) || method === 'none';
  const isService = client['app_type'] === 'non_interactive';
  for (const grant of grants.filter((each) => !GRANTS.has(each))) migration.omit(what, `the grant ${grant} does not exist here`);
  if (!AUTH_METHODS.has(method)) migration.omit(what, `the authentication ${method!} stays behind: PUT …/client/{clientId}/authentication`);
  const [logoutUri, ...others] = listOf(objectOf(client['oidc_logout'])['backchannel_logout_urls']);
  for (const other of others) migration.omit(what, `a client has one back-channel logout URL: ${String(other)} stays behind`);
  const refresh = objectOf(client['refresh_token']);
  migration.addClient({
    id,
    clientType: isPublic ? 'Public' : 'Confidential',
    grantType: isService ? 'ClientCredentials' : 'AuthorizationCode',
    scope: isService ? '' : `openid profile email${grants.includes('refresh_token') ? ' offline_access' : ''}`,
    redirectUris: listOf(client['callbacks']),
    postSignOutRedirectUris: listOf(client['allowed_logout_urls']),
    allowedOrigins: [...listOf(client['web_origins']), ...listOf(client['allowed_origins'])].map(trimSlash),
    name: client['name'],
    logoUri: client['logo_uri'],
    backchannelLogoutUri: logoutUri,
    consent: client['is_first_party'] === false,
    clientCredentials: !isService && grants.includes('client_credentials'),
    deviceCode: grants.includes('urn:ietf:params:oauth:grant-type:device_code'),
    idTokenExpiry: objectOf(client['jwt_configuration'])['lifetime_in_seconds'],
    refreshTokenExpiry: refresh['expiration_type'] === 'expiring' ? refresh['token_lifetime'] : undefined,
    secret: client['client_secret'],
  });
  return what;
}

function trimSlash(origin: unknown): unknown {
  return typeof origin === 'string' ? origin.replace(/\/$/, '') : origin;
}

function takeGrant(migration: Migration, grant: JsonObject): string | null {
  const [id, audience] = [String(grant['client_id']), String(grant['audience'])];
  if (grant['is_system'] === true) return null;
  const scopes = grant['allow_all_scopes'] === true ? null : listOf(grant['scope']).map(String);
  migration.addGrant({ to: 'client', name: id, audience, scopes });
  return `client ${id}`;
}

function takeRole(migration: Migration, role: JsonObject): string {
  const name = String(role['name']);
  migration.addRole(name, role['description']);
  const permitted = new Map<string, string[]>();
  for (const each of listOf(role['permissions'])) {
    const { permission_name: scope, resource_server_identifier: audience } = objectOf(each);
    permitted.set(String(audience), [...(permitted.get(String(audience)) ?? []), String(scope)]);
  }
  for (const [audience, scopes] of permitted) migration.addGrant({ to: 'role', name, audience, scopes });
  return `role ${name}`;
}

function takeResource(migration: Migration, api: JsonObject): string | null {
  if (api['is_system'] === true) return null;
  const [id, audience] = [String(api['id']), String(api['identifier'])];
  const scopes = listOf(api['scopes']).map((each) => {
    const { value, description } = objectOf(each);
    return { scope: String(value), description: textOf(description) ?? String(value) };
  });
  const enforceRoles = api['enforce_policies'] === true;
  migration.addResource({
    id,
    audience,
    name: textOf(api['name']) ?? audience,
    scopes,
    accessTokenExpiry: api['token_lifetime'],
    enforceRoles,
  });
  return `API ${id}`;
}

function takeConnection(migration: Migration, connection: JsonObject): string | null {
  const { strategy, display_name: displayName } = connection;
  const what = `connection ${String(connection['name'])}`;
  const omit = (why: string): null => (migration.omit(what, why), null);
  if (strategy === 'auth0') return omit('a database of passwords has no place here: its users get links');
  if (strategy === 'email' || strategy === 'sms') return omit('codes by mail and SMS: its users sign in by a link here');
  const options = objectOf(connection['options']);
  const isGoogle = strategy === 'google-oauth2' || strategy === 'google-apps';
  const okta = strategy === 'okta' && textOf(options['domain']) !== undefined ? `https://${String(options['domain'])}` : undefined;
  migration.addProvider(String(connection['name']), {
    issuer: isGoogle ? 'https://accounts.google.com' : (options['issuer'] ?? okta),
    clientId: options['client_id'],
    displayName,
    scopes: typeof options['scope'] === 'string' ? options['scope'].split(' ') : listOf(options['scope']).map(String),
    tokenEndpointAuthMethod: textOf(options['token_endpoint_auth_method']),
    mailDomains: listOf(options['domain_aliases']),
    hostedDomains: strategy === 'google-apps' ? [textOf(options['tenant_domain']) ?? String(options['domain'])] : undefined,
  });
  return what;
}
