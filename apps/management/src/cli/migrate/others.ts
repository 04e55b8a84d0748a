import type { JsonObject } from '@latchkey/user';
import { claimOf, fullName, listOf, objectOf, textOf } from './migration.js';
import type { MigrationSource } from './source.js';

/** The answers of the search for users, and of `/api/application`. */
export const FUSIONAUTH: MigrationSource = {
  arrays: ['users', 'applications'],
  take(migration, path, value) {
    if (path === 'applications') {
      const { clientId, clientSecret, authorizedRedirectURLs, authorizedOriginURLs, logoutURL } = objectOf(value['oauthConfiguration']);
      migration.addClient({
        id: textOf(clientId) ?? String(value['id']),
        clientType: 'Confidential',
        grantType: 'AuthorizationCode',
        scope: 'openid profile email offline_access',
        redirectUris: listOf(authorizedRedirectURLs),
        allowedOrigins: listOf(authorizedOriginURLs),
        postSignOutRedirectUris: logoutURL === undefined ? [] : [logoutURL],
        name: value['name'],
        active: value['active'] !== false,
        secret: clientSecret,
      });
      for (const role of listOf(value['roles'])) migration.addRole(String(objectOf(role)['name']), objectOf(role)['description']);
      return null;
    }
    const { id, username, email, verified, firstName, lastName, mobilePhone, imageUrl, data, registrations, preferredLanguages } = value;
    return {
      sub: String(id),
      usernames: [username, email],
      name: value['fullName'] ?? fullName(firstName, lastName),
      active: value['active'] !== false,
      attributes: {
        ...objectOf(data),
        email: claimOf('email', email),
        email_verified: email === undefined ? undefined : verified === true,
        phone_number: claimOf('phone_number', mobilePhone),
        given_name: textOf(firstName),
        family_name: textOf(lastName),
        picture: claimOf('picture', imageUrl),
        locale: claimOf('locale', listOf(preferredLanguages)[0]),
      },
      roles: listOf(registrations)
        .flatMap((each) => listOf(objectOf(each)['roles']))
        .map(String),
      hasPassword: true,
    };
  },
};

/** The answers of the management API for users, applications and roles. */
export const LOGTO: MigrationSource = {
  arrays: ['users', 'applications', 'roles'],
  take(migration, path, value) {
    const kind = path === '' ? guessLogto(value) : path;
    if (kind === 'roles') migration.addRole(String(value['name']), value['description']);
    if (kind === 'applications') {
      const { redirectUris, postLogoutRedirectUris } = objectOf(value['oidcClientMetadata']);
      const isService = value['type'] === 'MachineToMachine';
      migration.addClient({
        id: String(value['id']),
        clientType: value['type'] === 'SPA' || value['type'] === 'Native' ? 'Public' : 'Confidential',
        grantType: isService ? 'ClientCredentials' : 'AuthorizationCode',
        scope: isService ? '' : 'openid profile email offline_access',
        redirectUris: listOf(redirectUris),
        postSignOutRedirectUris: listOf(postLogoutRedirectUris),
        allowedOrigins: listOf(objectOf(value['customClientMetadata'])['corsAllowedOrigins']),
        name: value['name'],
        secret: value['secret'],
      });
    }
    if (kind !== 'users') return null;
    const { id, username, primaryEmail, primaryPhone, name, avatar, customData, profile, isSuspended, hasPassword, roles } = value;
    const { familyName, givenName, middleName, nickname, website, birthdate, zoneinfo, locale } = objectOf(profile);
    const phone = textOf(primaryPhone);
    return {
      sub: String(id),
      usernames: [username, primaryEmail],
      name: textOf(name) ?? fullName(givenName, familyName),
      active: isSuspended !== true,
      attributes: {
        ...objectOf(customData),
        // Logto verifies each address before it stores it.
        email: claimOf('email', primaryEmail),
        email_verified: textOf(primaryEmail) && true,
        phone_number: phone && claimOf('phone_number', phone.startsWith('+') ? phone : `+${phone}`),
        family_name: textOf(familyName),
        given_name: textOf(givenName),
        middle_name: textOf(middleName),
        nickname: textOf(nickname),
        picture: claimOf('picture', avatar),
        website: claimOf('website', website),
        birthdate: claimOf('birthdate', birthdate),
        zoneinfo: claimOf('zoneinfo', zoneinfo),
        locale: claimOf('locale', locale),
      },
      roles: listOf(roles).map((role) => String(objectOf(role)['name'] ?? role)),
      hasPassword: hasPassword === true,
    };
  },
};

/** The file of the admin API's export: `orgs`, each with its users and applications. */
export const ZITADEL: MigrationSource = {
  arrays: ['orgs.*.humanUsers', 'orgs.*.oidcApps', 'orgs.*.projectRoles'],
  take(migration, path, value) {
    if (path.endsWith('projectRoles')) migration.addRole(String(value['roleKey']), value['displayName']);
    if (path.endsWith('oidcApps')) {
      const app = objectOf(value['app']);
      const isPublic = app['authMethodType'] === 'OIDC_AUTH_METHOD_TYPE_NONE';
      migration.addClient({
        id: textOf(value['appId']) ?? String(app['name']),
        clientType: isPublic ? 'Public' : 'Confidential',
        grantType: 'AuthorizationCode',
        scope: 'openid profile email offline_access',
        redirectUris: listOf(app['redirectUris']),
        postSignOutRedirectUris: listOf(app['postLogoutRedirectUris']),
        allowedOrigins: listOf(app['additionalOrigins']),
        name: app['name'],
      });
    }
    if (!path.endsWith('humanUsers')) return null;
    const { userName, profile, email, phone, hashedPassword } = objectOf(value['user']);
    const { firstName, lastName, nickName, displayName, preferredLanguage } = objectOf(profile);
    const { email: address, isEmailVerified } = objectOf(email);
    const { phone: number, isPhoneVerified } = objectOf(phone);
    return {
      sub: String(value['userId']),
      usernames: [userName, address],
      name: textOf(displayName) ?? fullName(firstName, lastName),
      attributes: {
        email: claimOf('email', address),
        email_verified: textOf(address) === undefined ? undefined : isEmailVerified === true,
        phone_number: claimOf('phone_number', number),
        phone_number_verified: claimOf('phone_number', number) === undefined ? undefined : isPhoneVerified === true,
        given_name: textOf(firstName),
        family_name: textOf(lastName),
        nickname: textOf(nickName),
        locale: claimOf('locale', preferredLanguage),
      },
      hasPassword: hashedPassword !== undefined,
    };
  },
};

function guessLogto(value: JsonObject): string {
  if ('primaryEmail' in value || 'isSuspended' in value) return 'users';
  return 'oidcClientMetadata' in value ? 'applications' : 'roles';
}
