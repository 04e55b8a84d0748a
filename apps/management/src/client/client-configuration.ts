import { EXPIRY } from '@latchkey/oauth';
import type { ClientConfiguration } from '@latchkey/persistence';
import type { UpdateClientRequest } from './client.dto.js';

/** The configuration in a request. Absent and null are the same. */
export function toConfiguration(request: UpdateClientRequest): ClientConfiguration {
  return {
    clientType: request.clientType,
    grantType: request.grantType,
    scope: request.scope,
    audiences: request.audiences ?? null,
    redirectUris: request.redirectUris ?? null,
    postSignOutRedirectUris: request.postSignOutRedirectUris ?? null,
    allowLocalLogin: request.allowLocalLogin ?? null,
    providers: request.providers ?? null,
    policies: request.policies ?? null,
    allowedOrigins: request.allowedOrigins ?? null,
    accessTokenExpiry: request.accessTokenExpiry ?? null,
    idTokenExpiry: request.idTokenExpiry ?? null,
    refreshTokenExpiry: request.refreshTokenExpiry ?? null,
  };
}

/** The names of the properties that a configuration changes, or sets for a new client. */
export function listChangedProperties(client: ClientConfiguration | null, configuration: ClientConfiguration): string[] {
  const names = Object.keys(configuration) as (keyof ClientConfiguration)[];
  return names.filter((name) => JSON.stringify(client?.[name] ?? null) !== JSON.stringify(configuration[name]));
}

/** The lifetime in seconds of the client's longest-lived signed token. */
export function getLongestExpiry({ accessTokenExpiry, idTokenExpiry }: ClientConfiguration): number {
  return Math.max(accessTokenExpiry ?? EXPIRY.accessToken, idTokenExpiry ?? EXPIRY.idToken);
}
