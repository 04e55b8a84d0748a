import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { decodeJws, fingerprint, hashSecret, importProofKey, isSignedBy, type DecodedJws, type VerificationBudget } from '@latchkey/crypto';
import { findProofViolation, MAX_PROOF_AGE_SECONDS, MAX_PROOF_AHEAD_SECONDS, PROOF_MARGIN_SECONDS } from '@latchkey/oauth';
import { OperatorProofRepository } from '@latchkey/persistence';
import { pathOf } from '@latchkey/server';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';
import { AccessTokenError } from './access-token.error.js';

/** The longest time in seconds for which a proof could be accepted. */
const LIFETIME = MAX_PROOF_AGE_SECONDS + MAX_PROOF_AHEAD_SECONDS + PROOF_MARGIN_SECONDS;

/** The use of a token that is bound to a key. */
export interface BoundTokenUse {
  token: string;
  /** The `jkt` of the token. */
  thumbprint: string;
  budget: VerificationBudget;
}

/** The part of a request that a proof signs. */
export interface SignedRequest {
  method: string;
  originalUrl: string;
  headers: IncomingHttpHeaders;
}

/** A proof whose single use remains to be recorded. */
export interface VerifiedProof {
  hash: Buffer;
}

/** Verifies the DPoP proofs of requests with bound access tokens: RFC 9449 section 7. It issues no nonces. */
@Injectable()
export class OperatorProofService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly proofs: OperatorProofRepository,
  ) {}

  /** Checks everything except the single use of the proof. @throws AccessTokenError */
  async verify(request: SignedRequest, { token, thumbprint, budget }: BoundTokenUse): Promise<VerifiedProof> {
    const { dpop } = request.headers;
    const jws = typeof dpop === 'string' ? decodeJws(dpop) : null;
    if (!jws) throw createProofError('the header DPoP must have a proof, because the token is bound to a key');
    const violation = findProofViolation(jws, {
      method: request.method,
      urls: [`${this.settings.MANAGEMENT_URL}${pathOf({ url: request.originalUrl } as IncomingMessage)}`],
      accessTokenHash: hashSecret(token).toString('base64url'),
      now: Date.now(),
      isNonceValid: null,
    });
    if (violation) throw createProofError(violation.description);
    await requireSignature(jws, thumbprint, budget);
    return { hash: fingerprint('DPoP', thumbprint, jws.claims['jti'] as string) };
  }

  /** Uses a proof up on all replicas. @throws AccessTokenError if it was used before */
  async use(subscriptionId: string, { hash }: VerifiedProof): Promise<void> {
    const isFirst = await this.proofs.record({ subscriptionId, hash, lifetime: LIFETIME });
    // control: a DPoP proof of an operator works once
    if (!isFirst) throw createProofError('the DPoP proof was used before: each request requires a new one');
  }
}

/** @throws AccessTokenError */
async function requireSignature(jws: DecodedJws, thumbprint: string, budget: VerificationBudget): Promise<void> {
  const key = importProofKey(jws.header['jwk']);
  // control: the proof of an operator is signed by the key of the token
  const isProven = key !== null && (await key.thumbprint) === thumbprint && budget.spend() && isSignedBy(jws, key.key);
  if (!isProven) throw createProofError('the DPoP proof must be signed by the key that the token is bound to');
}

function createProofError(description: string): AccessTokenError {
  return new AccessTokenError('invalid_dpop_proof', description);
}
