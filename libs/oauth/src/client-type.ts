/** RFC 6749 section 2.1. */
export const CLIENT_TYPES = ['Public', 'Confidential'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** The one grant that a client may use; `AuthorizationCode` includes refresh tokens. */
export const GRANT_TYPES = ['AuthorizationCode', 'ClientCredentials'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/**
 * The policies of a client. `mfa`: two factors or a user-verified passkey. `phishing-resistant`: a passkey only. `consent`: ask every time.
 * `reauthenticate`: no single sign-on.
 */
export const POLICIES = ['mfa', 'phishing-resistant', 'consent', 'reauthenticate'] as const;
export type Policy = (typeof POLICIES)[number];
