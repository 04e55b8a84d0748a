/** The codes of RFC 7591 section 3.2.2 and RFC 6750 section 3.1, and those of RFC 6749 for limits. */
export type RegistrationErrorCode =
  'invalid_redirect_uri' | 'invalid_client_metadata' | 'invalid_token' | 'access_denied' | 'temporarily_unavailable';

const STATUS: Readonly<Record<RegistrationErrorCode, number>> = {
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_token: 401,
  access_denied: 403,
  temporarily_unavailable: 429,
};

/** A refused request of a client that registers itself. The description says what is wrong and what to do. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';

  constructor(
    readonly code: RegistrationErrorCode,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${code}: ${description}`);
  }

  get status(): number {
    return STATUS[this.code];
  }
}
