import type { CachedClient } from '../client/cached-client.js';

/** What made a client's authentication fail, for the log of its domain. */
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

/** Requests that are wrong in themselves, whoever the client is: RFC 6749 section 5.2. */
const REQUEST_FAULTS: ReadonlySet<AuthenticationFailureReason> = new Set(['several-methods', 'wrong-assertion-type']);

/** A client could not be authenticated. */
export class ClientAuthenticationError extends Error {
  /** The client that the request claims to come from, once it has been found in the domain. */
  client: Pick<CachedClient, 'client'> | null = null;

  /** @param description says which check failed, in the characters of an `error_description`. It contains nothing of an assertion */
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
    return REQUEST_FAULTS.has(this.reason) ? 'invalid_request' : 'invalid_client';
  }
}
