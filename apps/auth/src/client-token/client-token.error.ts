/** The codes of RFC 6750 section 3.1 and RFC 9449 section 7.1, and that of too many requests. */
export type ClientTokenErrorCode = 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce' | 'insufficient_scope' | 'too_many_requests';

const STATUS: Readonly<Record<ClientTokenErrorCode, number>> = {
  invalid_token: 401,
  invalid_dpop_proof: 401,
  use_dpop_nonce: 401,
  insufficient_scope: 403,
  too_many_requests: 429,
};

/** An access token that a request of a client lacks, or that does not do. The description says what is wrong and what to do. */
export class ClientTokenError extends Error {
  override readonly name = 'ClientTokenError';

  constructor(
    readonly code: ClientTokenErrorCode,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${code}: ${description}`);
  }

  get status(): number {
    return STATUS[this.code];
  }
}
