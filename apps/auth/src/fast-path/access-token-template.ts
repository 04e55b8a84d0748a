import { encodeJwsPart } from '@latchkey/crypto';
import type { SenderConstraint } from '@latchkey/oauth';
import type { JwtType } from '../domain/cached-resource.js';
import type { Signer } from '../domain/signer.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import type { TokenLimit } from '../domain/token-limit.js';
import { newClientTokenId } from '../protocol/client-token-id.js';

/** The result of a grant. */
export interface TemplateTerms {
  jwtType: JwtType;
  issuer: string;
  audience: string | readonly string[];
  /** Empty if the token has no `scope`. */
  scope: string;
  /** Other claims. They come before those that this service sets, which win. */
  furtherClaims: Readonly<Record<string, unknown>>;
  /** What the tokens are bound to; null for bearer tokens. */
  binding: SenderConstraint | null;
  /** Lifetime of a token in seconds. */
  expiry: number;
  /** When the template must be rebuilt, in milliseconds since the epoch; null if never. */
  until: number | null;
  /** See CachedClient. */
  tokenMark: string;
  /** See CachedClient. */
  tokenLimits: readonly TokenLimit[];
}

/** The client of a template. */
export interface TemplateClient {
  domainId: string;
  clientId: string;
}

/** The key that a token is bound to, as its claim `cnf`: RFC 8705 section 3.1, RFC 9449 section 6.1. */
export interface Confirmation {
  name: 'x5t#S256' | 'jkt';
  thumbprint: string;
}

/** The size of a template's objects and of its cache entry, without its strings. */
const OWN_BYTES = 500;
/** The end of the response after the token. */
const CLAIMS_END = '"}';
/** Base64url encodes three bytes as four characters. */
const BASE64_GROUP_BYTES = 3;

/**
 * A grant for one client and one key, with its access tokens: RFC 9068 section 2.2, with the client as `sub`. The parts that all responses
 * share are encoded once; each token adds only its times and its id. This one object holds all data that a request needs, because with
 * thousands of domains memory access dominates the cost of a token.
 */
export class AccessTokenTemplate implements TemplateClient {
  /** The start of the response: everything before the times in the claims. */
  private readonly beginning: string;
  /** Where the token starts in it. */
  private readonly tokenFrom: number;
  private readonly expiry: number;
  private readonly until: number | null;
  private readonly tokenMark: string;
  private readonly signer: Signer;
  readonly tokenLimits: readonly TokenLimit[];
  readonly binding: SenderConstraint | null;
  readonly domainId: string;
  readonly clientId: string;

  constructor(terms: TemplateTerms, key: DomainKey, { domainId, clientId }: TemplateClient) {
    const { jwtType, issuer, audience, scope, furtherClaims, binding, expiry, until, tokenMark, tokenLimits } = terms;
    const shownScope = scope === '' ? undefined : scope;
    const claims = JSON.stringify({ ...furtherClaims, iss: issuer, sub: clientId, client_id: clientId, aud: audience, scope: shownScope });
    const header = encodeJwsPart({ alg: key.algorithm, typ: jwtType, kid: key.kid });
    const tokenType = binding === 'DPoP' ? 'DPoP' : 'Bearer';
    const render = JSON.stringify({ token_type: tokenType, expires_in: expiry, scope: shownScope, access_token: '' }).slice(
      0,
      -CLAIMS_END.length,
    );
    this.beginning = `${render}${header}.${padToGroups(`${claims.slice(0, -1)},`).toString('base64url')}`;
    this.tokenFrom = render.length;
    this.expiry = expiry;
    this.until = until;
    this.tokenMark = tokenMark;
    this.tokenLimits = tokenLimits;
    this.signer = key.signer;
    this.binding = binding;
    this.domainId = domainId;
    this.clientId = clientId;
  }

  /** An estimate of its size in memory, including the encrypted key, because the key's domain may no longer be cached. */
  get bytes(): number {
    return OWN_BYTES + this.beginning.length + this.domainId.length + this.clientId.length + this.signer.encrypted.length;
  }

  /** @param now milliseconds since the epoch */
  isValidAt(now: number): boolean {
    return this.until === null || now < this.until;
  }

  /**
   * @param now milliseconds since the epoch
   * @param confirmation for a bound token; null otherwise
   * @returns the response with a new token, all ASCII: RFC 6749 section 5.1
   */
  render(now: number, confirmation: Confirmation | null): string {
    const iat = Math.floor(now / 1_000);
    const cnf = confirmation === null ? '' : `,"cnf":{"${confirmation.name}":"${confirmation.thumbprint}"}`;
    const claims = `"iat":${iat},"exp":${iat + this.expiry},"jti":"${newClientTokenId(this.tokenMark)}"${cnf}}`;
    const unsigned = `${this.beginning}${Buffer.from(claims, 'latin1').toString('base64url')}`;
    return `${unsigned}.${this.signer.sign(unsigned.slice(this.tokenFrom))}${CLAIMS_END}`;
  }
}

/**
 * Pads the JSON to whole base64 groups, so that the following text can be encoded separately. Spaces between members are insignificant (RFC
 * 8259 section 2).
 */
function padToGroups(json: string): Buffer {
  const missing = (BASE64_GROUP_BYTES - (Buffer.byteLength(json) % BASE64_GROUP_BYTES)) % BASE64_GROUP_BYTES;
  return Buffer.from(json + ' '.repeat(missing), 'utf8');
}
