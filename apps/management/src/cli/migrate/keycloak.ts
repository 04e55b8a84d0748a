import type { JsonObject } from '@latchkey/user';
import { claimOf, listOf, objectOf, textOf, type ForeignUser, type Migration } from './migration.js';
import type { MigrationSource } from './source.js';

/** Clients that every realm has, for Keycloak's own purposes. */
const BUILT_IN = new Set(['account', 'account-console', 'admin-cli', 'broker', 'realm-management', 'security-admin-console']);
const BUILT_IN_ROLE = /^(offline_access|uma_authorization|default-roles-.*)$/;

/** The JSON of a realm, and of its users: `kc.sh export`, or the admin console's partial export. */
export const KEYCLOAK: MigrationSource = {
  arrays: ['users', 'clients', 'roles.realm', 'groups', 'identityProviders'],
  take(migration, path, value) {
    const kind = path === '' ? guess(value) : path;
    if (kind === 'users') return toUser(value);
    if (kind === 'clients') takeClient(migration, value);
    else if (kind === 'roles.realm' && !BUILT_IN_ROLE.test(String(value['name']))) takeRole(migration, value);
    else if (kind === 'groups') migration.omit(`group ${String(value['name'])}`, 'groups are the attribute groups of their users here');
    else if (kind === 'identityProviders') takeProvider(migration, value);
    return null;
  },
};

function guess(value: JsonObject): string {
  if ('clientId' in value) return 'clients';
  return 'username' in value ? 'users' : '';
}

function toUser(user: JsonObject): ForeignUser {
  const { id, username, email, emailVerified, firstName, lastName, enabled, realmRoles, groups, credentials, attributes } = user;
  const names = [firstName, lastName].map(textOf).filter((each) => each !== undefined);
  const others = Object.entries(objectOf(attributes)).map(([name, values]) => {
    const list = listOf(values);
    return [name, list.length === 1 ? list[0] : list] as const;
  });
  return {
    sub: textOf(id) ?? String(username),
    usernames: [username, email],
    name: names.join(' '),
    active: enabled !== false,
    attributes: {
      ...Object.fromEntries(others),
      email: claimOf('email', email),
      email_verified: email === undefined ? undefined : emailVerified === true,
      given_name: textOf(firstName),
      family_name: textOf(lastName),
      ...(listOf(groups).length > 0 && { groups: listOf(groups) }),
    },
    roles: listOf(realmRoles)
      .map(String)
      .filter((role) => !BUILT_IN_ROLE.test(role)),
    hasPassword: listOf(credentials).some((each) => objectOf(each)['type'] === 'password'),
  };
}

function takeClient(migration: Migration, client: JsonObject): void {
  const id = String(client['clientId']);
  if (BUILT_IN.has(id)) return;
  const what = `client ${id}`;
  if (client['protocol'] !== undefined && client['protocol'] !== 'openid-connect') return migration.omit(what, 'SAML has no place here');
  if (client['bearerOnly'] === true)
    return migration.omit(what, 'an API that only checks tokens is a resource here: PUT …/resource/{resourceId}');
  if (client['implicitFlowEnabled'] === true) migration.omit(what, 'the implicit grant does not exist here');
  if (client['directAccessGrantsEnabled'] === true) migration.omit(what, 'the password grant does not exist here');
  for (const mapper of listOf(client['protocolMappers']))
    migration.omit(what, `the mapper ${String(objectOf(mapper)['name'])}: claims belong to scopes here, …/id_token/claims_supported`);
  const isPublic = client['publicClient'] === true;
  const signsIn = client['standardFlowEnabled'] !== false;
  const scopes = [...listOf(client['defaultClientScopes']), ...listOf(client['optionalClientScopes'])].map(String);
  const known = scopes.filter((scope) => ['profile', 'email', 'phone', 'address', 'offline_access'].includes(scope));
  const logout = textOf(objectOf(client['attributes'])['post.logout.redirect.uris'])?.split('##');
  migration.addClient({
    id,
    clientType: isPublic ? 'Public' : 'Confidential',
    grantType: signsIn || isPublic ? 'AuthorizationCode' : 'ClientCredentials',
    scope: signsIn || isPublic ? [...new Set(['openid', ...known])].join(' ') : '',
    redirectUris: listOf(client['redirectUris']),
    postSignOutRedirectUris: logout?.filter((uri) => uri !== '+' && uri !== '-'),
    allowedOrigins: listOf(client['webOrigins']).filter((origin) => origin !== '+'),
    name: textOf(client['name'])?.startsWith('${') ? undefined : client['name'],
    clientCredentials: signsIn && client['serviceAccountsEnabled'] === true,
    active: client['enabled'] !== false,
    secret: client['secret'],
  });
}

function takeRole(migration: Migration, { name, description, composite }: JsonObject): void {
  migration.addRole(String(name), description);
  if (composite === true) migration.omit(`role ${String(name)}`, 'roles do not contain roles here: assign each');
}

function takeProvider(migration: Migration, { alias, displayName, config }: JsonObject): void {
  const { issuer, clientId } = objectOf(config);
  migration.addProvider(String(alias), { issuer, clientId, displayName });
}
