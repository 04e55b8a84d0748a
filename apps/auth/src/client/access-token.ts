import { newTokenId, signJws } from '@latchkey/crypto';
import type { DomainKey } from '../domain/domain-record.js';

/** What a client gets by the client credentials grant. */
export interface ClientGrant {
  issuer: string;
  clientId: string;
  audience: string | readonly string[];
  /** Empty: the token has no `scope`. */
  scope: string;
  /** Seconds. */
  expiry: number;
}

/** Base64url makes four characters of three bytes. */
const GROUP = 3;

/**
 * The access tokens of one grant by one key: RFC 9068 section 2.2, with `sub` the client. What they have in common is encoded once, at the
 * beginning of the claims: of each token only its times and its id are left to do. Whatever a token takes lies in this one object: of
 * thousands of domains, memory is what it waits for most.
 */
export class ClientAccessTokens {
  private readonly beginning: string;
  private readonly end: string;
  private readonly expiry: number;
  private readonly privateKey: DomainKey['privateKey'];
  private readonly algorithm: DomainKey['algorithm'];

  constructor(grant: ClientGrant, key: DomainKey) {
    const { issuer, clientId, audience, expiry } = grant;
    const scope = grant.scope === '' ? undefined : grant.scope;
    const claims = JSON.stringify({ iss: issuer, sub: clientId, client_id: clientId, aud: audience, scope });
    this.beginning = `${key.accessTokenHeader}.${wholeGroups(`${claims.slice(0, -1)},`).toString('base64url')}`;
    this.end = JSON.stringify({ expires_in: expiry, scope, token_type: 'Bearer' }).slice(1);
    this.expiry = expiry;
    this.privateKey = key.privateKey;
    this.algorithm = key.algorithm;
  }

  /**
   * @param now milliseconds since the epoch
   * @returns the answer with a new token: RFC 6749 section 5.1. All of it is ASCII
   */
  answer(now: number): string {
    const iat = Math.floor(now / 1_000);
    const claims = `"iat":${iat},"exp":${iat + this.expiry},"jti":"${newTokenId()}"}`;
    const input = `${this.beginning}${Buffer.from(claims, 'latin1').toString('base64url')}`;
    return `{"access_token":"${input}.${signJws(input, this.privateKey, this.algorithm)}",${this.end}`;
  }
}

/** JSON in whole groups, so that what follows can be encoded by itself: spaces between members mean nothing (RFC 8259 section 2). */
function wholeGroups(json: string): Buffer {
  const missing = (GROUP - (Buffer.byteLength(json) % GROUP)) % GROUP;
  return Buffer.from(json + ' '.repeat(missing), 'utf8');
}
