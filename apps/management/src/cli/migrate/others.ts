import type { JsonObject } from '@latchkey/user';
import { fullName, listOf, objectOf, textOf } from './export-values.js';
import type { Migration } from './migration.js';
import type { MigrationSource } from './source.js';
import type { UnreadRule } from './unread-members.js';

/** Ids within the service, times, and the pages of a list. */
const INTERNAL: readonly UnreadRule[] = [
  [/(^|\.)(id|tenantId|appId|projectId|orgId|insertInstant|lastUpdateInstant|createdAt|updatedAt|total|nextResults)$/, null],
];

/** The answers of the search for users, and of `/api/application`. */
export const FUSIONAUTH: MigrationSource = {
  users: 'users',
  kinds: { applications: takeFusionAuthApplication },
  unread: INTERNAL,
  toUser(_migration, record) {
    const { id, username, email, verified, firstName, lastName, mobilePhone, imageUrl, data, registrations, preferredLanguages } = record;
    return {
      sub: String(id),
      usernames: [username, email],
      name: record['fullName'] ?? fullName(firstName, lastName),
      active: record['active'] !== false,
      attributes: {
        ...objectOf(data),
        email,
        email_verified: verified === true,
        phone_number: mobilePhone,
        // Nobody has verified it, whatever the data say.
        phone_number_verified: undefined,
        given_name: textOf(firstName),
        family_name: textOf(lastName),
        picture: imageUrl,
        locale: listOf(preferredLanguages)[0],
      },
      roles: listOf(registrations)
        .flatMap((each) => listOf(objectOf(each)['roles']))
        .map(String),
      hasPassword: true,
    };
  },
};

function takeFusionAuthApplication(migration: Migration, application: JsonObject): string {
  const configuration = objectOf(application['oauthConfiguration']);
  const { clientId, clientSecret, authorizedRedirectURLs, authorizedOriginURLs, logoutURL } = configuration;
  const id = textOf(clientId) ?? String(application['id']);
  migration.addClient({
    id,
    clientType: 'Confidential',
    grantType: 'AuthorizationCode',
    scope: 'openid profile email offline_access',
    redirectUris: listOf(authorizedRedirectURLs),
    allowedOrigins: listOf(authorizedOriginURLs),
    postSignOutRedirectUris: logoutURL === undefined ? [] : [logoutURL],
    name: application['name'],
    active: application['active'] !== false,
    secret: clientSecret,
  });
  for (const role of listOf(application['roles'])) migration.addRole(String(objectOf(role)['name']), objectOf(role)['description']);
  return `client ${id}`;
}

/** The answers of the management API for users, applications and roles. */
export const LOGTO: MigrationSource = {
  users: 'users',
  kinds: {
    applications: takeLogtoApplication,
    roles: (migration, { name, description }) => {
      migration.addRole(String(name), description);
      return `role ${String(name)}`;
    },
  },
  unread: INTERNAL,
  guess(record) {
    if ('primaryEmail' in record || 'isSuspended' in record) return 'users';
    return 'oidcClientMetadata' in record ? 'applications' : 'roles';
  },
  toUser(_migration, record) {
    const { id, username, primaryEmail, primaryPhone, name, avatar, customData, isSuspended, hasPassword, roles, identities } = record;
    const { familyName, givenName, middleName, nickname, website, birthdate, zoneinfo, locale } = objectOf(record['profile']);
    const phone = textOf(primaryPhone);
    return {
      sub: String(id),
      usernames: [username, primaryEmail],
      name: textOf(name) ?? fullName(givenName, familyName),
      active: isSuspended !== true,
      attributes: {
        ...objectOf(customData),
        // Logto verifies each address before it stores it.
        email: primaryEmail,
        email_verified: true,
        phone_number: phone && (phone.startsWith('+') ? phone : `+${phone}`),
        phone_number_verified: true,
        family_name: textOf(familyName),
        given_name: textOf(givenName),
        middle_name: textOf(middleName),
        nickname: textOf(nickname),
        picture: avatar,
        website,
        birthdate,
        zoneinfo,
        locale,
      },
      roles: listOf(roles).map((role) => String(objectOf(role)['name'] ?? role)),
      hasPassword: hasPassword === true,
      identities: Object.keys(objectOf(identities)).map((provider) => ({ provider, subject: undefined })),
    };
  },
};

function takeLogtoApplication(migration: Migration, application: JsonObject): string {
  const { redirectUris, postLogoutRedirectUris } = objectOf(application['oidcClientMetadata']);
  const [id, type] = [String(application['id']), application['type']];
  const isService = type === 'MachineToMachine';
  migration.addClient({
    id,
    clientType: type === 'SPA' || type === 'Native' ? 'Public' : 'Confidential',
    grantType: isService ? 'ClientCredentials' : 'AuthorizationCode',
    scope: isService ? '' : 'openid profile email offline_access',
    redirectUris: listOf(redirectUris),
    postSignOutRedirectUris: listOf(postLogoutRedirectUris),
    allowedOrigins: listOf(objectOf(application['customClientMetadata'])['corsAllowedOrigins']),
    name: application['name'],
    secret: application['secret'],
  });
  return `client ${id}`;
}

/** The file of the admin API's export: `orgs`, each with its users and applications. */
export const ZITADEL: MigrationSource = {
  users: 'orgs.*.humanUsers',
  kinds: {
    'orgs.*.oidcApps': takeZitadelApp,
    'orgs.*.projectRoles': (migration, { roleKey, displayName }) => {
      migration.addRole(String(roleKey), displayName);
      return `role ${String(roleKey)}`;
    },
    'orgs.*.userGrants': (migration, { userId, roleKeys }) => {
      migration.addRolesOf(String(userId), listOf(roleKeys).map(String));
      return `user ${String(userId)}`;
    },
  },
  unread: [...INTERNAL, [/\.user\.hashedPassword\./, null]],
  toUser(_migration, record) {
    const { userName, profile, email, phone, hashedPassword } = objectOf(record['user']);
    const { firstName, lastName, nickName, displayName, preferredLanguage } = objectOf(profile);
    const { email: address, isEmailVerified } = objectOf(email);
    const { phone: number, isPhoneVerified } = objectOf(phone);
    return {
      sub: String(record['userId']),
      usernames: [userName, address],
      name: textOf(displayName) ?? fullName(firstName, lastName),
      attributes: {
        email: address,
        email_verified: isEmailVerified === true,
        phone_number: number,
        phone_number_verified: isPhoneVerified === true,
        given_name: textOf(firstName),
        family_name: textOf(lastName),
        nickname: textOf(nickName),
        locale: preferredLanguage,
      },
      hasPassword: hashedPassword !== undefined,
    };
  },
};

function takeZitadelApp(migration: Migration, record: JsonObject): string {
  const app = objectOf(record['app']);
  const id = textOf(record['appId']) ?? String(app['name']);
  migration.addClient({
    id,
    clientType: app['authMethodType'] === 'OIDC_AUTH_METHOD_TYPE_NONE' ? 'Public' : 'Confidential',
    grantType: 'AuthorizationCode',
    scope: 'openid profile email offline_access',
    redirectUris: listOf(app['redirectUris']),
    postSignOutRedirectUris: listOf(app['postLogoutRedirectUris']),
    allowedOrigins: listOf(app['additionalOrigins']),
    name: app['name'],
  });
  return `client ${id}`;
}
