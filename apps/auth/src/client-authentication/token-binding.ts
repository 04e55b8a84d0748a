import type { SenderConstraint } from '@latchkey/oauth';
import type { CachedClient } from '../client/cached-client.js';

/** The keys of a token request to which a token can be bound. */
export interface PresentedKeys {
  /** Whether the request has a `DPoP` header. */
  hasProof: boolean;
  /** Whether the client's TLS connection has a certificate. */
  hasCertificate: boolean;
  /** Whether the client has authenticated with that certificate. */
  isAuthenticatedByCertificate: boolean;
}

/**
 * What to bind the access tokens of a request to: a DPoP key (RFC 9449 section 5), a certificate (RFC 8705 section 3), or null for bearer
 * tokens. FAPI 2.0 Security Profile section 5.3.2.1 requires one of the two.
 */
export function chooseTokenBinding(
  client: Pick<CachedClient, 'senderConstraint' | 'isFapi'>,
  presented: PresentedKeys,
): SenderConstraint | null {
  // control: the tokens of a client with a sender constraint are bound
  if (client.senderConstraint !== null) return client.senderConstraint;
  if (presented.hasProof) return 'DPoP';
  if (presented.isAuthenticatedByCertificate) return 'MutualTLS';
  // control: a client of profile FAPI2 gets no bearer token
  if (!client.isFapi) return null;
  return presented.hasCertificate ? 'MutualTLS' : 'DPoP';
}

/** Whether a method is defined by RFC 8705 section 2. */
export function isCertificateMethod({ type }: { type: string }): boolean {
  return type === 'TlsClientAuth' || type === 'SelfSignedTlsClientAuth';
}
