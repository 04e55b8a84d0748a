import type { DecodedJws } from '@latchkey/crypto';

/** What a valid access token says. */
export interface AccessToken {
  issuer: string;
  subject: string;
  /** The `jkt` that the token is bound to (RFC 9449 section 6.1); null for a bearer token. */
  thumbprint: string | null;
}

export interface TokenRules {
  /** The required audience. */
  audience: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Seconds by which the clock of an issuer may be ahead. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** Of RFC 9068 section 2.1, or of a plain JWT. */
const TYPES = ['at+jwt', 'jwt'];
/** Members of ID tokens (OpenID Connect Core 1.0 sections 2 and 3.3.2.11) and of security event tokens (RFC 8417 section 2.2). */
const FOREIGN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 'events'];

type Claims = DecodedJws['claims'];

/**
 * Checks everything in an access token except its issuer and signature: RFC 9068 section 4, RFC 8725.
 *
 * @returns why it is not an access token for this audience; null if it is
 */
export function findTokenViolation({ header, claims }: Pick<DecodedJws, 'header' | 'claims'>, rules: TokenRules): string | null {
  return findTypeViolation(header, claims) ?? findTimeViolation(claims, rules.now / 1_000) ?? findContentViolation(claims, rules.audience);
}

/** @throws TypeError if the claims have not been checked */
export function readAccessToken({ iss, sub, cnf }: Claims): AccessToken {
  const { jkt = null } = (cnf ?? {}) as { jkt?: string };
  return { issuer: iss as string, subject: sub as string, thumbprint: jkt };
}

function findTypeViolation({ typ = 'jwt', crit }: DecodedJws['header'], claims: Claims): string | null {
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
  // No extension is supported: RFC 7515 section 4.1.11.
  if (crit !== undefined) return 'its header may have no crit';
  // control: a JWT for another purpose is no access token
  if (!TYPES.includes(type)) return 'its typ must be at+jwt, or JWT';
  const foreign = FOREIGN_CLAIMS.find((name) => claims[name] !== undefined);
  return foreign === undefined ? null : `it has the claim ${foreign}, so it is not an access token`;
}

/** @param now seconds since the epoch */
function findTimeViolation({ exp, nbf, iat }: Claims, now: number): string | null {
  if (!isTime(exp)) return 'it needs the claim exp, a number';
  if ([nbf, iat].some((time) => time !== undefined && !isTime(time))) return 'its nbf and iat must be numbers';
  // control: an expired access token is refused
  if (exp <= now) return 'it has expired';
  const isEarly = [nbf, iat].some((time) => time !== undefined && (time as number) > now + CLOCK_TOLERANCE_SECONDS);
  return isEarly ? 'it is not valid yet: see its nbf and iat' : null;
}

function findContentViolation({ aud, sub, cnf }: Claims, audience: string): string | null {
  // control: an access token is for the management API
  if (![aud].flat().includes(audience)) return `its aud must be ${audience}`;
  if (typeof sub !== 'string' || sub === '') return 'it needs the claim sub, a string';
  return cnf === undefined ? null : findConfirmationViolation(cnf);
}

/** RFC 7800 section 3.1. No certificate and no other key can be proved here. */
function findConfirmationViolation(cnf: unknown): string | null {
  const members = typeof cnf === 'object' && cnf !== null ? Object.entries(cnf) : [];
  const [only] = members;
  // control: a token that is bound to a certificate is refused
  const isProof = members.length === 1 && only![0] === 'jkt' && typeof only![1] === 'string';
  return isProof ? null : 'it must be bound to a DPoP key or to nothing: the management API sees no client certificates';
}

/** NumericDate of RFC 7519 section 2. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
