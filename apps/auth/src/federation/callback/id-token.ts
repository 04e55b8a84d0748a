import { FederationFailure } from '../federation-failure.js';
import { isStorableIdentifier } from '../upstream/storable-identifier.js';
import { checkTokenTimes, type ExpectedTimes } from '../upstream/token-times.js';

/** Values that an ID token must match. */
export interface ExpectedIdToken extends ExpectedTimes {
  issuer: string;
  clientId: string;
  nonce: string;
  /** Whether to reject an ID token without a nonce. A wrong nonce is always rejected. */
  requireNonce: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Checks the claims of an ID token whose signature is valid: OpenID Connect Core section 3.1.3.7. A null claim counts as absent.
 *
 * @returns its `sub`
 * @throws FederationFailure
 */
export function checkIdToken(claims: Claims, expected: ExpectedIdToken): string {
  if (claims['iss'] !== expected.issuer) throw new FederationFailure('wrong-issuer');
  checkAudience(claims, expected.clientId);
  checkTokenTimes(claims, expected);
  const nonce = claims['nonce'] ?? null;
  // control: an ID token of an identity provider has the nonce of the request
  if (nonce === null ? expected.requireNonce : nonce !== expected.nonce) throw new FederationFailure('wrong-nonce');
  const { sub } = claims;
  if (!isStorableIdentifier(sub)) throw new FederationFailure('no-subject');
  return sub;
}

function checkAudience({ aud, azp }: Claims, clientId: string): void {
  const audiences = [aud].flat();
  const authorizedParty = azp ?? (audiences.length === 1 ? clientId : null);
  if (!audiences.includes(clientId) || authorizedParty !== clientId) throw new FederationFailure('wrong-audience');
}
