import { Injectable } from '@nestjs/common';
import { decodeJws, importProofKey, isSignedBy, type DecodedJws, type ProofKey } from '@latchkey/crypto';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { MAX_PROOF_KEY_BYTES } from '../../cache/cache-limits.js';
import { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import { UsedJtiService, type SingleUseJwt } from '../../domain/used-jti.service.js';
import { getVerificationBudget } from '../../domain/verification-budgets.js';
import { DpopNonceService } from './dpop-nonce.service.js';
import {
  createProofViolation,
  findProofViolation,
  MAX_PROOF_AGE_SECONDS,
  MAX_PROOF_AHEAD_SECONDS,
  PROOF_MARGIN_SECONDS,
  type ProofRules,
  type ProofViolation,
} from '@latchkey/oauth';

/** The size of an imported key, in addition to the encoded header. */
const KEY_BYTES = 3_000;
const NO_JWT = 'it must be one signed JWT in compact serialization';
const REPLAYED: ProofViolation = {
  code: 'invalid_dpop_proof',
  description: 'the DPoP proof was used before: each request requires a new one',
};

/** The request that a proof accompanies. */
export interface ProvenRequest extends Omit<ProofRules, 'now' | 'isNonceValid'> {
  /** The original request. */
  received: IncomingMessage;
  domain: { id: string; name: string };
}

/** A request whose client is known. */
export interface ClientProvenRequest extends ProvenRequest {
  clientId: string;
  /** The thumbprint of the required key; null if any key is accepted. */
  thumbprint: string | null;
}

/** A valid proof. */
export interface VerifiedProof {
  thumbprint: string;
  /** The nonce that the client should use in its next proof; null if it already uses it. */
  nextNonce: string | null;
}

/**
 * Verifies DPoP proofs (RFC 9449 section 4.3), for every endpoint that takes them: those of requests that oidc-provider answers by `check` and
 * `recordUse`, all others by `use`.
 */
@Injectable()
export class DpopProofService {
  /** Imported keys, keyed by the encoded header, which most clients keep in all proofs. Anyone can choose its length. */
  private readonly keys = new LRUCache<string, ProofKey>({
    maxSize: MAX_PROOF_KEY_BYTES,
    sizeCalculation: (_key, header) => KEY_BYTES + header.length,
  });

  constructor(
    private readonly jtis: UsedJtiService,
    private readonly nonces: DpopNonceService,
    /** Of refused proofs, and of other signed values that requests present. */
    readonly limits: RefusedTokenLimitService,
  ) {}

  /** Verifies a proof and consumes it. @returns the violation if the proof is rejected @throws TooManyRefusedTokensError */
  async use(proof: string, request: ClientProvenRequest): Promise<VerifiedProof | ProofViolation> {
    const { received, domain, clientId, thumbprint } = request;
    const jws = this.decode(proof, request);
    if ('code' in jws) return jws;
    const key = this.importKey(jws);
    const budget = getVerificationBudget(received);
    if (
      !key ||
      !budget.spend() ||
      // control: the signature of a DPoP proof is verified
      !isSignedBy(jws, key.key)
    )
      return this.refuse(request, createProofViolation('its signature must match the public key in its header'));
    const usedThumbprint = await key.thumbprint;
    if (thumbprint !== null && thumbprint !== usedThumbprint)
      return this.refuse(request, createProofViolation('its key must be the one that the access token is bound to'));
    const isFirst = await this.recordUse({ domainId: domain.id, clientId, jti: jws.claims['jti'] as string });
    // control: a DPoP proof works once on the fast path
    if (!isFirst) return REPLAYED;
    const nextNonce = this.nextNonce();
    return { thumbprint: usedThumbprint, nextNonce: jws.claims['nonce'] === nextNonce ? null : nextNonce };
  }

  /** Records the use of a proof (RFC 9449 section 11.1), which the database decides about for all replicas. @returns whether it is the first */
  recordUse(proof: Pick<SingleUseJwt, 'domainId' | 'clientId' | 'jti'>): Promise<boolean> {
    const lifetime = MAX_PROOF_AGE_SECONDS + MAX_PROOF_AHEAD_SECONDS + PROOF_MARGIN_SECONDS;
    return this.jtis.recordUse({ kind: 'DPoP', ...proof, lifetime });
  }

  /**
   * Checks everything in a proof except its signature and its single use. The caller must have the signature verified once.
   *
   * @returns the violation; null if there is none
   *
   * @throws TooManyRefusedTokensError
   */
  check(proof: string, request: ProvenRequest): ProofViolation | null {
    const jws = this.decode(proof, request);
    if ('code' in jws) return jws;
    const isUsable = this.importKey(jws) !== null && getVerificationBudget(request.received).spend();
    return isUsable ? null : this.refuse(request, createProofViolation('its header must have a usable public key'));
  }

  nextNonce(): string {
    return this.nonces.next();
  }

  /** @returns a proof that satisfies the rules, before any expensive step */
  private decode(proof: string, request: ProvenRequest): DecodedJws | ProofViolation {
    this.limits.check(request.received, request.domain.name);
    const jws = decodeJws(proof);
    if (!jws) return this.refuse(request, createProofViolation(NO_JWT));
    const violation = findProofViolation(jws, { ...request, now: Date.now(), isNonceValid: (nonce) => this.nonces.isValid(nonce) });
    return violation ? this.refuse(request, violation) : jws;
  }

  private importKey({ header, signingInput }: DecodedJws): ProofKey | null {
    const encoded = signingInput.slice(0, signingInput.indexOf('.'));
    const known = this.keys.get(encoded);
    if (known) return known;
    const key = importProofKey(header['jwk']);
    if (key) this.keys.set(encoded, key);
    return key;
  }

  /** A proof that only lacks a nonce is part of the protocol, and does not count. */
  private refuse({ received, domain }: ProvenRequest, violation: ProofViolation): ProofViolation {
    if (violation.code === 'invalid_dpop_proof') this.limits.record(received, domain.name);
    return violation;
  }
}

/** Whether a proof was rejected. */
export function isViolation(result: VerifiedProof | ProofViolation): result is ProofViolation {
  return 'code' in result;
}
