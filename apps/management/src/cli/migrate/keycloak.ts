import { findMeantClaim } from '@latchkey/oauth';
import type { JsonObject } from '@latchkey/user';
import { fullName, listOf, objectOf, textOf } from './export-values.js';
import { KEYCLOAK_UNREAD } from './keycloak-unread.js';
import type { Migration } from './migration.js';
import type { MigrationSource } from './source.js';
import type { ForeignUser } from './user-line.js';

/** Clients that every realm has, for Keycloak's own purposes. */
const BUILT_IN = /^(account|account-console|admin-cli|broker|realm-management|security-admin-console)$/;
const BUILT_IN_ROLE = /^(offline_access|uma_authorization|default-roles-.*|(account|broker)\..*)$/;
const ADMINISTRATION = /^realm-management\./;
const OPENID_SCOPES = ['profile', 'email', 'phone', 'address', 'offline_access'];

/** The JSON of a realm, and of its users: `kc.sh export`, or the admin console's partial export. */
export const KEYCLOAK: MigrationSource = {
  users: 'users',
  kinds: {
    clients: takeClient,
    'roles.realm': (migration, role) => takeRole(migration, role, String(role['name'])),
    'roles.client.*': (migration, role, path) => takeRole(migration, role, clientRole(path.at(-2)!, role['name'])),
    groups: (migration, group) => takeGroup(migration, group, null),
    identityProviders: takeProvider,
  },
  toUser,
  guess(record) {
    if ('clientId' in record) return 'clients';
    if ('username' in record) return 'users';
    return 'providerId' in record && 'alias' in record ? 'identityProviders' : null;
  },
  unread: KEYCLOAK_UNREAD,
};

/** Roles of clients have names of their own for each client; here all roles of a domain have one list. */
function clientRole(clientId: string, role: unknown): string {
  return `${clientId}.${String(role)}`;
}

/** The names of realm roles and of roles of clients, as users, groups and composite roles have them. */
function listRoles(realm: unknown, client: unknown): string[] {
  const ofClients = Object.entries(objectOf(client)).flatMap(([id, roles]) => listOf(roles).map((role) => clientRole(id, role)));
  return [...listOf(realm).map(String), ...ofClients];
}

/** The key of a group among the roles. */
function groupKey(path: unknown): string {
  return `group:${String(path)}`;
}

/** All roles of a user, also by groups and composite roles. */
function expandRoles(migration: Migration, what: string, names: readonly string[]): string[] {
  const roles = migration.roleContents.expand(names).filter((role) => !role.startsWith('group:/') && !BUILT_IN_ROLE.test(role));
  if (roles.some((role) => ADMINISTRATION.test(role)))
    migration.omit(what, 'administers the realm: invite them to the console as an operator');
  return roles.filter((role) => !ADMINISTRATION.test(role));
}

function toUser(migration: Migration, user: JsonObject): ForeignUser | null {
  const { id, username, email, emailVerified, firstName, lastName, enabled, groups, credentials, serviceAccountClientId } = user;
  const sub = textOf(id) ?? String(username);
  const names = [...listRoles(user['realmRoles'], user['clientRoles']), ...listOf(groups).map(groupKey)];
  if (typeof serviceAccountClientId === 'string') {
    const roles = expandRoles(migration, `client ${serviceAccountClientId}`, names);
    migration.addRolesOfClient(serviceAccountClientId, roles);
    return null;
  }
  const types = listOf(credentials).map((each) => String(objectOf(each)['type']));
  const identities = listOf(user['federatedIdentities']).map((each) => {
    const { identityProvider, userId } = objectOf(each);
    return { provider: String(identityProvider), subject: textOf(userId) };
  });
  return {
    sub,
    usernames: [username, email],
    name: fullName(firstName, lastName),
    active: enabled !== false,
    attributes: {
      ...toAttributes(objectOf(user['attributes'])),
      email,
      email_verified: emailVerified === true,
      given_name: textOf(firstName),
      family_name: textOf(lastName),
      ...(listOf(groups).length > 0 && { groups: listOf(groups) }),
    },
    roles: expandRoles(migration, `user ${sub}`, names),
    hasPassword: types.includes('password'),
    otherCredentials: types.filter((type) => type !== 'password'),
    identities,
  };
}

/** Attributes are lists of texts there, and standard claims in camel case, as the built-in mappers expect them. */
function toAttributes(attributes: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => {
      const list = listOf(values);
      return [findMeantClaim(name) ?? name, list.length === 1 ? list[0] : list];
    }),
  );
}

function takeClient(migration: Migration, client: JsonObject): string | null {
  const id = String(client['clientId']);
  const what = `client ${id}`;
  const omit = (why: string): null => (migration.omit(what, why), null);
  if (BUILT_IN.test(id)) return null;
  if (client['protocol'] !== undefined && client['protocol'] !== 'openid-connect') return omit('SAML has no place here');
  if (client['bearerOnly'] === true) return omit('an API that only checks tokens is a resource here: PUT …/resource/{resourceId}');
  if (client['implicitFlowEnabled'] === true) omit('the implicit grant does not exist here');
  if (client['directAccessGrantsEnabled'] === true) omit('the password grant does not exist here');
  if (!['client-secret', undefined].includes(textOf(client['clientAuthenticatorType'])))
    omit(`the authentication ${String(client['clientAuthenticatorType'])} stays behind: PUT …/client/{clientId}/authentication`);
  for (const mapper of listOf(client['protocolMappers']))
    omit(`the mapper ${String(objectOf(mapper)['name'])}: claims belong to scopes here, …/id_token/claims_supported`);
  const isPublic = client['publicClient'] === true;
  const signsIn = client['standardFlowEnabled'] !== false || isPublic;
  const attributes = objectOf(client['attributes']);
  migration.addClient({
    id,
    clientType: isPublic ? 'Public' : 'Confidential',
    grantType: signsIn ? 'AuthorizationCode' : 'ClientCredentials',
    scope: signsIn ? listScopes(migration, client).join(' ') : '',
    ...listUris(client, attributes),
    name: textOf(client['name'])?.startsWith('${') ? undefined : client['name'],
    logoUri: attributes['logoUri'],
    policyUri: attributes['policyUri'],
    tosUri: attributes['tosUri'],
    backchannelLogoutUri: attributes['backchannel.logout.url'],
    consent: client['consentRequired'] === true,
    clientCredentials: signsIn && client['serviceAccountsEnabled'] === true,
    deviceCode: attributes['oauth2.device.authorization.grant.enabled'] === 'true',
    active: client['enabled'] !== false,
    accessTokenExpiry: textOf(attributes['access.token.lifespan']) && Number(attributes['access.token.lifespan']),
    secret: client['secret'],
  });
  return what;
}

/** Scopes that only Keycloak's own mappers use say nothing here. */
function listScopes(migration: Migration, client: JsonObject): string[] {
  const scopes = [...listOf(client['defaultClientScopes']), ...listOf(client['optionalClientScopes'])].map(String);
  const builtIn = ['openid', 'web-origins', 'acr', 'roles', 'basic', 'microprofile-jwt', 'organization', 'service_account'];
  for (const scope of scopes.filter((each) => !OPENID_SCOPES.includes(each) && !builtIn.includes(each)))
    migration.omit(`client ${String(client['clientId'])}`, `the client scope ${scope}: make it a scope of an API, or give it claims`);
  return [...new Set(['openid', ...scopes.filter((scope) => OPENID_SCOPES.includes(scope))])];
}

/** A path is below the root URL. A plus sign stands for the redirect URIs, and for their origins. */
function listUris(client: JsonObject, attributes: JsonObject): Record<string, unknown[] | string | undefined> {
  const root = textOf(client['rootUrl'])?.replace(/\/$/, '');
  const resolve = (uri: unknown): unknown => (typeof uri === 'string' && uri.startsWith('/') && root !== undefined ? root + uri : uri);
  const redirectUris = listOf(client['redirectUris']).map(resolve);
  const exact = redirectUris.filter((uri) => !String(uri).includes('*'));
  const origins = redirectUris.map(String).flatMap((uri) => (/^https?:/.test(uri) && URL.canParse(uri) ? [new URL(uri).origin] : []));
  const logout = textOf(attributes['post.logout.redirect.uris'])?.split('##') ?? [];
  return {
    redirectUris,
    postSignOutRedirectUris: logout.flatMap((uri) => (uri === '+' ? exact : uri === '-' ? [] : [resolve(uri)])),
    allowedOrigins: listOf(client['webOrigins']).flatMap((origin) => (origin === '+' ? origins : [origin])),
    clientUri: textOf(resolve(textOf(client['baseUrl']) ?? root)),
  };
}

function takeRole(migration: Migration, { description, composites }: JsonObject, name: string): string | null {
  const { realm, client } = objectOf(composites);
  const contained = listRoles(realm, client);
  migration.roleContents.add(name, contained);
  if (BUILT_IN_ROLE.test(name) || ADMINISTRATION.test(name)) return null;
  migration.addRole(name, textOf(description)?.startsWith('${') ? undefined : description);
  if (contained.length > 0) migration.omit(`role ${name}`, 'roles do not contain roles here: its users get those that it contains now');
  return `role ${name}`;
}

/** Who is in a group has its roles, and those of the groups above it. */
function takeGroup(migration: Migration, group: JsonObject, parent: string | null): string {
  const path = textOf(group['path']) ?? `${parent ?? ''}/${String(group['name'])}`;
  migration.roleContents.add(groupKey(path), listRoles(group['realmRoles'], group['clientRoles']));
  if (parent !== null) migration.roleContents.add(groupKey(path), [groupKey(parent)]);
  migration.omit(`group ${path}`, 'groups are the attribute groups of their users here, who also get the roles of the group');
  if (Object.keys(objectOf(group['attributes'])).length > 0)
    migration.omit(`group ${path}`, 'groups have no attributes here: give them to the users');
  for (const child of listOf(group['subGroups'])) takeGroup(migration, objectOf(child), path);
  return `group ${path}`;
}

function takeProvider(migration: Migration, provider: JsonObject): string {
  const { alias, displayName, providerId, enabled, trustEmail, linkOnly } = provider;
  const config = objectOf(provider['config']);
  migration.addProvider(String(alias), {
    issuer: providerId === 'google' ? 'https://accounts.google.com' : config['issuer'],
    clientId: config['clientId'],
    displayName,
    scopes: textOf(config['defaultScope'])?.split(' ') ?? [],
    tokenEndpointAuthMethod: textOf(config['clientAuthMethod']),
    enabled: enabled !== false,
    trustEmailVerified: trustEmail === true,
    createUsers: linkOnly !== true,
    hostedDomains: textOf(config['hostedDomain'])?.split(/\s*,\s*/),
  });
  return `identity provider ${String(alias)}`;
}
