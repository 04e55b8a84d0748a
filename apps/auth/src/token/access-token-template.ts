import { newTokenId, signJws } from '@latchkey/crypto';
import type { UsedSecret } from '../client/secret-last-use.service.js';
import type { DomainKey } from '../domain/cached-domain.js';

/** The result of a grant. */
export interface TemplateTerms {
  issuer: string;
  audience: string | readonly string[];
  /** Empty: the token has no `scope`. */
  scope: string;
  /** Seconds of a token. */
  expiry: number;
  /** When the template must be rebuilt, in milliseconds since the epoch; null if never. */
  until: number | null;
}

/** The rest of a response after the token. */
const CLAIMS_END = '"}';
/** Base64url makes four characters of three bytes. */
const BASE64_GROUP_BYTES = 3;

/**
 * A grant for one secret and one key, with its access tokens: RFC 9068 section 2.2, with `sub` the client. What all answers have in common is one
 * text, encoded once: of each token only its times and its id are left to do. Whatever a request takes lies in this one object: of thousands of
 * domains, memory is what a token waits for most.
 */
export class AccessTokenTemplate implements UsedSecret {
  isNoted = false;
  /** The start of the response: everything before the times in the claims. */
  private readonly beginning: string;
  /** Where the token begins in it. */
  private readonly tokenFrom: number;
  private readonly expiry: number;
  private readonly until: number | null;
  private readonly privateKey: DomainKey['privateKey'];
  private readonly algorithm: DomainKey['algorithm'];
  readonly domainId: string;
  readonly clientId: string;
  readonly secretId: string;

  constructor({ issuer, audience, scope, expiry, until }: TemplateTerms, key: DomainKey, { domainId, clientId, secretId }: UsedSecret) {
    const shownScope = scope === '' ? undefined : scope;
    const claims = JSON.stringify({ iss: issuer, sub: clientId, client_id: clientId, aud: audience, scope: shownScope });
    const render = JSON.stringify({ token_type: 'Bearer', expires_in: expiry, scope: shownScope, access_token: '' }).slice(
      0,
      -CLAIMS_END.length,
    );
    this.beginning = `${render}${key.accessTokenHeader}.${padToGroups(`${claims.slice(0, -1)},`).toString('base64url')}`;
    this.tokenFrom = render.length;
    this.expiry = expiry;
    this.until = until;
    this.privateKey = key.privateKey;
    this.algorithm = key.algorithm;
    this.domainId = domainId;
    this.clientId = clientId;
    this.secretId = secretId;
  }

  /** @param now milliseconds since the epoch */
  isValidAt(now: number): boolean {
    return this.until === null || now < this.until;
  }

  /**
   * @param now milliseconds since the epoch
   * @returns the answer with a new token: RFC 6749 section 5.1. All of it is ASCII
   */
  render(now: number): string {
    const iat = Math.floor(now / 1_000);
    const claims = `"iat":${iat},"exp":${iat + this.expiry},"jti":"${newTokenId()}"}`;
    const unsigned = `${this.beginning}${Buffer.from(claims, 'latin1').toString('base64url')}`;
    return `${unsigned}.${signJws(unsigned.slice(this.tokenFrom), this.privateKey, this.algorithm)}${CLAIMS_END}`;
  }
}

/** JSON in whole groups, so that what follows can be encoded by itself: spaces between members mean nothing (RFC 8259 section 2). */
function padToGroups(json: string): Buffer {
  const missing = (BASE64_GROUP_BYTES - (Buffer.byteLength(json) % BASE64_GROUP_BYTES)) % BASE64_GROUP_BYTES;
  return Buffer.from(json + ' '.repeat(missing), 'utf8');
}
