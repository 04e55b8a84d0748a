import type { CachedClient } from '../client/cached-client.js';

/** Why a client's authentication failed, for the log of its domain. */
export type AuthenticationFailureReason =
  | 'several-methods'
  | 'wrong-assertion-type'
  | 'malformed-assertion'
  | 'wrong-algorithm'
  | 'unknown-client'
  | 'unknown-subject'
  | 'wrong-client-id'
  | 'method-not-registered'
  | 'wrong-audience'
  | 'wrong-expiry'
  | 'expired'
  | 'not-yet-valid'
  | 'unknown-key'
  | 'keys-unavailable'
  | 'wrong-signature'
  | 'missing-jti'
  | 'replayed'
  | 'missing-certificate'
  | 'unreadable-certificate'
  | 'unverified-certificate'
  | 'wrong-certificate';

/** Requests that are invalid for any client: RFC 6749 section 5.2. */
const REQUEST_ERRORS: ReadonlySet<AuthenticationFailureReason> = new Set(['several-methods', 'wrong-assertion-type']);

/** A client could not be authenticated. */
export class ClientAuthenticationError extends Error {
  /** The client that the request names, once it has been found in the domain. */
  client: Pick<CachedClient, 'client'> | null = null;

  /** @param description says which check failed, in characters that `error_description` allows. It contains no part of an assertion */
  constructor(
    readonly reason: AuthenticationFailureReason,
    readonly description: string,
    options?: ErrorOptions,
  ) {
    super(description, options);
  }

  get clientId(): string | null {
    return this.client?.client.clientId ?? null;
  }

  /** RFC 6749 section 5.2. */
  get code(): 'invalid_client' | 'invalid_request' {
    return REQUEST_ERRORS.has(this.reason) ? 'invalid_request' : 'invalid_client';
  }
}
