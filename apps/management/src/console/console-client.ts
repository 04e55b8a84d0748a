import type { UpdateClientRequest } from '../client/client.dto.js';

/** Where the console is, below MANAGEMENT_URL. */
export const CONSOLE_PATHS = { home: '/console', callback: '/console/callback' } as const;

/** The client by which operators sign in to the console, at the issuer. */
export const CONSOLE_CLIENT_ID = 'console';

/**
 * A public client, because a browser keeps no secret. Its access tokens are for the management API. It may not request `offline_access`, so
 * it gets no refresh tokens: the session of the operator yields the next access token.
 */
export function describeConsoleClient(managementUrl: string): UpdateClientRequest {
  return {
    clientType: 'Public',
    grantType: 'AuthorizationCode',
    scope: 'openid',
    audiences: [managementUrl],
    redirectUris: [`${managementUrl}${CONSOLE_PATHS.callback}`],
    postSignOutRedirectUris: [`${managementUrl}${CONSOLE_PATHS.home}`],
    allowedOrigins: [managementUrl],
  };
}

/** A stolen access token is useless without the key of its browser: RFC 9449. */
// control: the tokens of the console are bound to a key
export const CONSOLE_AUTHENTICATION = { methods: [], senderConstraint: 'DPoP', profile: null } as const;
