import { encodeJwsPart, type SigningAlgorithm } from './signing-key.js';

/** A key of a domain. */
interface SecurityEventKey {
  kid: string;
  algorithm: SigningAlgorithm;
  /** Signs a JWS signing input. */
  signer: { sign(input: string): string };
}

/** Signs the claims of a security event token with a key of a domain: RFC 8417 section 2.3 gives its `typ`. */
export function signSecurityEvent(claims: object, { kid, algorithm, signer }: SecurityEventKey): string {
  const input = `${encodeJwsPart({ alg: algorithm, typ: 'secevent+jwt', kid })}.${encodeJwsPart(claims)}`;
  return `${input}.${signer.sign(input)}`;
}

/** The associated data of the encrypted header `Authorization` of a stream's pushes: see Encryptor. The header itself is ASCII text. */
export function pushAuthorizationContext(domainId: string, streamId: string): string {
  return `push-authorization:${domainId}:${streamId}`;
}
