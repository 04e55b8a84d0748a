import { isSameProofTarget } from './proof-target.js';

/**
 * The algorithms of DPoP proofs. They are asymmetric (RFC 9449 section 4.3) and exclude RS256 as FAPI 2.0 Security Profile section 5.4
 * requires.
 */
export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const;

/** Seconds by which a client's clock may be ahead. FAPI 2.0 Security Profile section 5.3.2.1 requires at least 10 and at most 60. */
export const MAX_PROOF_AHEAD_SECONDS = 60;

/** Seconds for which a proof without a nonce is accepted. oidc-provider uses the same value. */
export const MAX_PROOF_AGE_SECONDS = 300;

/** How long the row of a used proof outlives it, because the clocks of replicas differ. */
export const PROOF_MARGIN_SECONDS = 60;

/** A proof as it was sent. */
interface DecodedProof {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
}

/** The request that a proof must belong to. */
export interface ProofRules {
  method: string;
  /** The URLs of the endpoint. */
  urls: readonly string[];
  /** The required `ath`: the hash of the access token that the proof accompanies; null without a token. */
  accessTokenHash: string | null;
  /** Milliseconds since the epoch. */
  now: number;
  /** Null if the server issues no nonces. */
  isNonceValid: ((nonce: string) => boolean) | null;
}

/** The rule that a proof violates: RFC 9449 sections 5 and 8. */
export interface ProofViolation {
  code: 'invalid_dpop_proof' | 'use_dpop_nonce';
  /** For an `error_description`. It contains no part of the proof. */
  description: string;
}

/**
 * Checks every rule of RFC 9449 section 4.3 except the signature and the single use. The nonce comes last, so that it is requested only if
 * it can help.
 */
export function findProofViolation({ header, claims }: DecodedProof, rules: ProofRules): ProofViolation | null {
  const reason = findHeaderReason(header) ?? findRequestReason(claims, rules) ?? findTimeReason(claims, rules.now / 1_000);
  if (reason !== null) return createProofViolation(reason);
  return findNonceViolation(claims, rules);
}

export function createProofViolation(reason: string): ProofViolation {
  return { code: 'invalid_dpop_proof', description: `the DPoP proof is not valid: ${reason}` };
}

function findHeaderReason({ typ, alg, crit, jwk }: DecodedProof['header']): string | null {
  if (typeof typ !== 'string' || typ.toLowerCase().replace(/^application\//, '') !== 'dpop+jwt') return 'its typ must be dpop+jwt';
  if (!PROOF_ALGORITHMS.some((each) => each === alg)) return `its alg must be one of ${PROOF_ALGORITHMS.join(', ')}`;
  // No extension is supported: RFC 7515 section 4.1.11.
  if (crit !== undefined) return 'its header may have no crit';
  return typeof jwk === 'object' && jwk !== null ? null : 'its header must have the public key as jwk';
}

function findRequestReason({ jti, htm, htu, ath }: DecodedProof['claims'], rules: ProofRules): string | null {
  if (typeof jti !== 'string' || jti === '') return 'it needs the claim jti, a string';
  if (htm !== rules.method) return 'its htm must be the method of the request';
  if (
    typeof htu !== 'string' ||
    // control: a DPoP proof is for one method and address
    !rules.urls.some((url) => isSameProofTarget(htu, url))
  )
    return 'its htu must be the address of the request';
  if (rules.accessTokenHash === null || ath === rules.accessTokenHash) return null;
  return 'its ath must be the hash of the access token';
}

/** `nbf` and `exp` are optional: RFC 9449 section 4.2. @param now seconds since the epoch */
function findTimeReason({ iat, nbf, exp }: DecodedProof['claims'], now: number): string | null {
  if (!isTime(iat)) return 'it needs the claim iat, a number';
  if ([nbf, exp].some((time) => time !== undefined && !isTime(time))) return 'its nbf and exp must be numbers';
  if (iat > now + MAX_PROOF_AHEAD_SECONDS) return 'it was issued in the future: see its claim iat';
  if (((nbf as number | undefined) ?? 0) > now + MAX_PROOF_AHEAD_SECONDS) return 'it is not valid yet: see its claim nbf';
  return ((exp as number | undefined) ?? Infinity) <= now ? 'it has expired: see its claim exp' : null;
}

function findNonceViolation({ iat, nonce }: DecodedProof['claims'], { now, isNonceValid }: ProofRules): ProofViolation | null {
  if (nonce === undefined || isNonceValid === null) {
    // control: a DPoP proof is of now
    if (Math.floor(now / 1_000) - (iat as number) <= MAX_PROOF_AGE_SECONDS) return null;
    if (isNonceValid === null) return createProofViolation('its iat must be recent');
    return { code: 'use_dpop_nonce', description: 'iat of the DPoP proof is not recent enough: use the nonce of the DPoP-Nonce header' };
  }
  if (typeof nonce !== 'string') return createProofViolation('its nonce must be a string');
  // control: the nonce of a DPoP proof is ours
  if (isNonceValid(nonce)) return null;
  return { code: 'use_dpop_nonce', description: 'the nonce of the DPoP proof is not valid: use the one of the DPoP-Nonce header' };
}

/** NumericDate of RFC 7519 section 2. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
