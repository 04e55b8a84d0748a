import { encodeJwsPart, newTokenId, signJws } from '@latchkey/crypto';
import type { DomainKey } from '../domain/domain-record.js';

/** The claims of an access token that a client got for itself: RFC 9068 section 2.2, with `sub` the client. */
export interface ClientAccessToken {
  issuer: string;
  clientId: string;
  audience: string | readonly string[];
  /** Empty: the token has no `scope`. */
  scope: string;
  /** Seconds. */
  expiry: number;
}

/** @param now milliseconds since the epoch */
export function signAccessToken({ issuer, clientId, audience, scope, expiry }: ClientAccessToken, key: DomainKey, now: number): string {
  const iat = Math.floor(now / 1_000);
  const claims = {
    jti: newTokenId(),
    sub: clientId,
    iat,
    exp: iat + expiry,
    scope: scope === '' ? undefined : scope,
    client_id: clientId,
    iss: issuer,
    aud: audience,
  };
  const input = `${key.accessTokenHeader}.${encodeJwsPart(claims)}`;
  return `${input}.${signJws(input, key.privateKey, key.algorithm)}`;
}
