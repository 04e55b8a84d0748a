/** A refresh token or authorization code, as oidc-provider stores it. */
export interface RedeemedRecord {
  kind: 'RefreshToken' | 'AuthorizationCode';
  clientId: string;
  accountId: string;
  grantId: string;
  /** Seconds since the epoch. */
  exp: number;
  scope?: string;
  /** What the tokens are for: RFC 8707. */
  resource?: unknown;
  /** The session with which the tokens end, unless they are offline. */
  sessionUid?: string;
  expiresWithSession?: boolean;
  /** For the ID token: OpenID Connect Core section 2, Back-Channel Logout section 2.1. */
  nonce?: string;
  sid?: string;
  acr?: string;
  amr?: string[];
  authTime?: number;
  /** Of a refresh token: the grants that have led to it, how often it was replaced, and when the first one was issued. */
  gty?: string;
  rotations?: number;
  iiat?: number;
  /** Of a code: RFC 7636 section 4.4, RFC 6749 section 4.1.3. */
  codeChallenge?: string;
  codeChallengeMethod?: string;
  redirectUri?: string;
}

/** What only oidc-provider knows how to redeem: requested claims, authorization details, and bound codes and tokens. */
export const FURTHER_PROPERTIES = ['claims', 'rar', 'jkt', 'x5t#S256', 'attestationJkt', 'dpopJkt'] as const;
