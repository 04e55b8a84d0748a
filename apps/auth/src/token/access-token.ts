import { newTokenId, signJws } from '@latchkey/crypto';
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

const headers = new WeakMap<DomainKey, string>();

/** The first part of a JWS, the same for every token of a key: RFC 9068 section 2.1. */
function headerOf(key: DomainKey): string {
  let header = headers.get(key);
  if (header === undefined) {
    const fields = { alg: key.algorithm, typ: 'at+jwt', kid: key.kid };
    header = Buffer.from(JSON.stringify(fields), 'utf8').toString('base64url');
    headers.set(key, header);
  }
  return header;
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
  const input = `${headerOf(key)}.${Buffer.from(JSON.stringify(claims), 'utf8').toString('base64url')}`;
  return `${input}.${signJws(input, key.privateKey, key.algorithm)}`;
}
