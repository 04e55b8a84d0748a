import { isObject, type JsonObject } from '@latchkey/user';
import { claimOf, fullName, listOf, objectOf, textOf, type Migration } from './migration.js';
import type { MigrationSource } from './source.js';

/** The scopes of OpenID Connect among those of an app client. */
const OPENID_SCOPES = ['openid', 'profile', 'email', 'phone'];

/** The answers of `list-users`, `list-groups` and `describe-user-pool-client`. */
export const COGNITO: MigrationSource = {
  arrays: ['Users', 'Groups'],
  objects: ['UserPoolClient'],
  take(migration, path, value) {
    const client = path === 'UserPoolClient' ? value : value['UserPoolClient'];
    if (isObject(client)) takeClient(migration, client);
    if (path === 'Groups') migration.addRole(String(value['GroupName']), value['Description']);
    if (path !== 'Users' && !('Username' in value)) return null;
    const given = Object.fromEntries(
      listOf(value['Attributes']).map((each) => [objectOf(each)['Name'], objectOf(each)['Value']]),
    ) as JsonObject;
    const { sub, email, email_verified: verified, phone_number: phone, phone_number_verified: phoneVerified, ...others } = given;
    const custom = Object.entries(others).map(([name, each]) => [name.replace(/^custom:/, ''), each]);
    return {
      sub: textOf(sub) ?? String(value['Username']),
      usernames: [value['Username'], email],
      name: given['name'] ?? fullName(given['given_name'], given['family_name']),
      active: value['Enabled'] !== false,
      attributes: {
        ...Object.fromEntries(custom.filter(([name]) => name !== 'name' && name !== 'identities' && !String(name).startsWith('cognito:'))),
        email: claimOf('email', email),
        email_verified: email === undefined ? undefined : verified === 'true',
        phone_number: claimOf('phone_number', phone),
        phone_number_verified: claimOf('phone_number', phone) === undefined ? undefined : phoneVerified === 'true',
      },
      hasPassword: value['UserStatus'] !== 'EXTERNAL_PROVIDER',
    };
  },
};

/** An app client: `UserPoolClientType` of the API reference of Amazon Cognito. */
function takeClient(migration: Migration, client: JsonObject): void {
  const id = String(client['ClientId']);
  const [flows, scopes] = [listOf(client['AllowedOAuthFlows']), listOf(client['AllowedOAuthScopes']).map(String)];
  const signsIn = flows.includes('code') || flows.includes('implicit') || !flows.includes('client_credentials');
  const secret = client['ClientSecret'];
  if (flows.includes('implicit')) migration.omit(`client ${id}`, 'the implicit grant does not exist here');
  for (const scope of scopes.filter((each) => each.includes('/')))
    migration.omit(`client ${id}`, `the scope ${scope} belongs to a resource here: PUT …/resource/{resourceId}`);
  const known = scopes.filter((scope) => OPENID_SCOPES.includes(scope));
  migration.addClient({
    id,
    clientType: textOf(secret) === undefined ? 'Public' : 'Confidential',
    grantType: signsIn ? 'AuthorizationCode' : 'ClientCredentials',
    scope: signsIn ? [...new Set(['openid', ...known, 'offline_access'])].join(' ') : '',
    redirectUris: listOf(client['CallbackURLs']),
    postSignOutRedirectUris: listOf(client['LogoutURLs']),
    name: client['ClientName'],
    clientCredentials: signsIn && flows.includes('client_credentials'),
    secret,
  });
}
