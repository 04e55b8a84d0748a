/** Why a SAML message is refused. */
export type SamlErrorReason =
  | 'too-large'
  | 'malformed'
  | 'wrong-algorithm'
  | 'wrong-signature'
  | 'encrypted'
  | 'cancelled'
  | 'refused'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'wrong-recipient'
  | 'wrong-request'
  | 'no-subject'
  | 'expired'
  | 'wrong-clock';

/** A SAML message that must not be used. */
export class SamlError extends Error {
  override readonly name = 'SamlError';

  constructor(
    readonly reason: SamlErrorReason,
    message: string,
  ) {
    super(message);
  }
}
