import { Injectable } from '@nestjs/common';
import { decodeJws, importProofKey, isSignedBy, type DecodedJws, type ProofKey } from '@latchkey/crypto';
import { LRUCache } from 'lru-cache';
import { MAX_PROOF_KEY_BYTES } from '../domain/cache-limits.js';
import { UsedJtiService } from '../domain/used-jti.service.js';
import { DpopNonceService } from '../provider/dpop-nonce.service.js';
import { MAX_PROOF_AHEAD_SECONDS, PROOF_ALGORITHMS, PROOF_MARGIN_SECONDS } from '../provider/proof-rules.js';

/** The memory of an imported key, beside the encoded header. */
const KEY_BYTES = 3_000;
/** Seconds for which a proof without a nonce is accepted, as by oidc-provider. */
const MAX_AGE_SECONDS = 300;

/** The request of a proof. */
export interface ProvenRequest {
  domainId: string;
  clientId: string;
  method: string;
  /** The addresses of the endpoint. */
  urls: readonly string[];
  /** The thumbprint of the key that the proof must be of; null: of any key. */
  thumbprint: string | null;
  /** What a proof must have as `ath`: the hash of the access token that it goes with; null: it goes with none. */
  accessTokenHash: string | null;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A valid proof. */
export interface VerifiedProof {
  thumbprint: string;
  /** What the client should use in its next proof; null if it does already. */
  nextNonce: string | null;
}

/**
 * Verifies DPoP proofs (RFC 9449 section 4.3): of token requests on the fast path, and of requests with a bound token to our own endpoints. It
 * only accepts: for token requests oidc-provider, which looks at all other proofs, says what is wrong with one.
 */
@Injectable()
export class DpopProofService {
  /** Imported keys, by the encoded header, which is the same in all proofs of most clients. Strangers choose its length. */
  private readonly keys = new LRUCache<string, ProofKey>({
    maxSize: MAX_PROOF_KEY_BYTES,
    sizeCalculation: (_key, header) => KEY_BYTES + header.length,
  });

  constructor(
    private readonly jtis: UsedJtiService,
    private readonly nonces: DpopNonceService,
  ) {}

  /** Uses a proof up. @returns null if it is not valid, or was used before */
  async use(proof: string, request: ProvenRequest): Promise<VerifiedProof | null> {
    const jws = decodeJws(proof);
    const key = jws && this.importKey(jws);
    if (!jws || !key || (request.thumbprint ?? key.thumbprint) !== key.thumbprint) return null;
    if (!this.hasValidClaims(jws, request) || !isSignedBy(jws, key.key)) return null;
    const { domainId, clientId } = request;
    const jti = jws.claims['jti'] as string;
    const isFirst = await this.jtis.recordUse({
      kind: 'DPoP',
      domainId,
      clientId,
      jti,
      lifetime: MAX_AGE_SECONDS + MAX_PROOF_AHEAD_SECONDS + PROOF_MARGIN_SECONDS,
    });
    const nextNonce = this.nonces.next();
    return isFirst ? { thumbprint: key.thumbprint, nextNonce: jws.claims['nonce'] === nextNonce ? null : nextNonce } : null;
  }

  private importKey({ header, signingInput }: DecodedJws): ProofKey | null {
    const encoded = signingInput.slice(0, signingInput.indexOf('.'));
    const known = this.keys.get(encoded);
    if (known) return known;
    const { typ, alg, crit, jwk } = header;
    if (typ !== 'dpop+jwt' || crit !== undefined || !PROOF_ALGORITHMS.some((each) => each === alg)) return null;
    const key = importProofKey(jwk);
    if (key) this.keys.set(encoded, key);
    return key;
  }

  private hasValidClaims({ claims }: DecodedJws, { method, urls, accessTokenHash, now }: ProvenRequest): boolean {
    const { htm, htu, jti, iat, nonce, ath } = claims;
    if (accessTokenHash !== null && ath !== accessTokenHash) return false;
    // They are not defined for proofs: oidc-provider decides what they mean.
    if ('exp' in claims || 'nbf' in claims) return false;
    if (htm !== method || !urls.some((url) => url === htu) || typeof jti !== 'string' || jti === '' || typeof iat !== 'number')
      return false;
    const age = Math.floor(now / 1_000) - iat;
    if (age < -MAX_PROOF_AHEAD_SECONDS) return false;
    return nonce === undefined ? age <= MAX_AGE_SECONDS : typeof nonce === 'string' && this.nonces.isValid(nonce);
  }
}
