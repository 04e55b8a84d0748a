import type { ServedClient } from '@latchkey/persistence';

/**
 * The built-in client with which a domain's `/account` page signs users in, like any other application. Operators cannot create a client
 * with this id, because client ids have no colons. Its codes are never redeemed; only the session that the sign-in starts matters.
 */
export const ACCOUNT_CLIENT_ID = 'urn:latchkey:account';

export function createAccountClient(issuer: string): ServedClient {
  return {
    clientId: ACCOUNT_CLIENT_ID,
    clientType: 'Public',
    grantType: 'AuthorizationCode',
    scope: 'openid',
    audiences: null,
    redirectUris: [`${issuer}/account`],
    postSignOutRedirectUris: [`${issuer}/account`],
    allowLocalLogin: null,
    providers: null,
    policies: null,
    allowedOrigins: null,
    accessTokenExpiry: null,
    idTokenExpiry: null,
    refreshTokenExpiry: null,
    refreshTokenLeeway: null,
    accessTokenClaims: null,
    furtherGrants: null,
    resources: [],
    roles: [],
    registered: false,
    idTokenAlgorithms: null,
    accessTokenAlgorithms: null,
    revision: issuer,
    tokenQuota: null,
    presentation: null,
    active: true,
    expiresAt: null,
    generationStart: 0,
    secrets: [],
    authentication: null,
    backchannelLogout: null,
  };
}
