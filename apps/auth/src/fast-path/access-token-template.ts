import type { SenderConstraint } from '@latchkey/oauth';
import type { Signer } from '../domain/signer.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import { newClientTokenId } from '../protocol/client-token-id.js';

/** The result of a grant. */
export interface TemplateTerms {
  issuer: string;
  audience: string | readonly string[];
  /** Empty: the token has no `scope`. */
  scope: string;
  /** What its tokens are bound to; null: they are bearer tokens. */
  binding: SenderConstraint | null;
  /** Seconds of a token. */
  expiry: number;
  /** When the template must be rebuilt, in milliseconds since the epoch; null if never. */
  until: number | null;
  /** See CachedClient. */
  tokenMark: string;
}

/** The client of a template. */
export interface TemplateClient {
  domainId: string;
  clientId: string;
}

/** What a token is bound to, as its claim `cnf`: RFC 8705 section 3.1, RFC 9449 section 6.1. */
export interface Confirmation {
  name: 'x5t#S256' | 'jkt';
  thumbprint: string;
}

/** The objects of a template and of its place in the cache, without its texts. */
const OWN_BYTES = 500;
/** The rest of a response after the token. */
const CLAIMS_END = '"}';
/** Base64url makes four characters of three bytes. */
const BASE64_GROUP_BYTES = 3;

/**
 * A grant for one client and one key, with its access tokens: RFC 9068 section 2.2, with `sub` the client. What all answers have in common is one
 * text, encoded once: of each token only its times and its id are left to do. Whatever a request takes lies in this one object: of thousands of
 * domains, memory is what a token waits for most.
 */
export class AccessTokenTemplate implements TemplateClient {
  /** The start of the response: everything before the times in the claims. */
  private readonly beginning: string;
  /** Where the token begins in it. */
  private readonly tokenFrom: number;
  private readonly expiry: number;
  private readonly until: number | null;
  private readonly tokenMark: string;
  private readonly signer: Signer;
  readonly binding: SenderConstraint | null;
  readonly domainId: string;
  readonly clientId: string;

  constructor(terms: TemplateTerms, key: DomainKey, { domainId, clientId }: TemplateClient) {
    const { issuer, audience, scope, binding, expiry, until, tokenMark } = terms;
    const shownScope = scope === '' ? undefined : scope;
    const claims = JSON.stringify({ iss: issuer, sub: clientId, client_id: clientId, aud: audience, scope: shownScope });
    const tokenType = binding === 'DPoP' ? 'DPoP' : 'Bearer';
    const render = JSON.stringify({ token_type: tokenType, expires_in: expiry, scope: shownScope, access_token: '' }).slice(
      0,
      -CLAIMS_END.length,
    );
    this.beginning = `${render}${key.accessTokenHeader}.${padToGroups(`${claims.slice(0, -1)},`).toString('base64url')}`;
    this.tokenFrom = render.length;
    this.expiry = expiry;
    this.until = until;
    this.tokenMark = tokenMark;
    this.signer = key.signer;
    this.binding = binding;
    this.domainId = domainId;
    this.clientId = clientId;
  }

  /** An estimate of the memory that it takes, with the encrypted key: the key's domain may not be cached any more. */
  get bytes(): number {
    return OWN_BYTES + this.beginning.length + this.domainId.length + this.clientId.length + this.signer.encrypted.length;
  }

  /** @param now milliseconds since the epoch */
  isValidAt(now: number): boolean {
    return this.until === null || now < this.until;
  }

  /**
   * @param now milliseconds since the epoch
   * @param confirmation of a token that is bound; null: it is not
   * @returns the answer with a new token: RFC 6749 section 5.1. All of it is ASCII
   */
  render(now: number, confirmation: Confirmation | null): string {
    const iat = Math.floor(now / 1_000);
    const cnf = confirmation === null ? '' : `,"cnf":{"${confirmation.name}":"${confirmation.thumbprint}"}`;
    const claims = `"iat":${iat},"exp":${iat + this.expiry},"jti":"${newClientTokenId(this.tokenMark)}"${cnf}}`;
    const unsigned = `${this.beginning}${Buffer.from(claims, 'latin1').toString('base64url')}`;
    return `${unsigned}.${this.signer.sign(unsigned.slice(this.tokenFrom))}${CLAIMS_END}`;
  }
}

/** JSON in whole groups, so that what follows can be encoded by itself: spaces between members mean nothing (RFC 8259 section 2). */
function padToGroups(json: string): Buffer {
  const missing = (BASE64_GROUP_BYTES - (Buffer.byteLength(json) % BASE64_GROUP_BYTES)) % BASE64_GROUP_BYTES;
  return Buffer.from(json + ' '.repeat(missing), 'utf8');
}
