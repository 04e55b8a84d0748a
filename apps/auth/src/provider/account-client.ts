import type { ServedClient } from '@latchkey/persistence';

/**
 * The client by which a domain's own `/account` page asks people to sign in, as any other application would. No operator can make one of
 * this name: client ids have no colons. Its codes are never redeemed; what counts is the session that the sign-in begins.
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
    revision: issuer,
    secrets: [],
    backchannelLogout: null,
  };
}
