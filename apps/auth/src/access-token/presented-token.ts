import { decodeJws, hashSecret, type DecodedJws } from '@latchkey/crypto';

/** A token as a request presents it: nothing of it is proven. */
export interface PresentedToken {
  value: string;
  /** Null: an opaque token. */
  jws: DecodedJws | null;
  /** The client that it says it was issued to; null: an opaque token. */
  clientId: string | null;
  /** By which its record is found. */
  hash: Buffer;
}

/** @returns null for a JWT that is no access token of ours */
export function parsePresentedToken(value: string): PresentedToken | null {
  const jws = decodeJws(value);
  if (!jws) return { value, jws, clientId: null, hash: hashSecret(value) };
  const { jti, client_id: clientId } = jws.claims;
  return typeof jti === 'string' && typeof clientId === 'string' ? { value, jws, clientId, hash: hashSecret(jti) } : null;
}
