import { decodeJws, hashSecret, type DecodedJws } from '@latchkey/crypto';

/** A token as a request presents it. None of its content has been verified. */
export interface PresentedToken {
  value: string;
  /** Null for an opaque token. */
  jws: DecodedJws | null;
  /** The client that the token names; null for an opaque token. */
  clientId: string | null;
  /** The key of its record. */
  hash: Buffer;
}

/** @returns null for a JWT that is not an access token of this service */
export function parsePresentedToken(value: string): PresentedToken | null {
  const jws = decodeJws(value);
  if (!jws) return { value, jws, clientId: null, hash: hashSecret(value) };
  const { jti, client_id: clientId } = jws.claims;
  return typeof jti === 'string' && typeof clientId === 'string' ? { value, jws, clientId, hash: hashSecret(jti) } : null;
}
