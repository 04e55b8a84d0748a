import { FederationFailure } from '../federation-failure.js';

/** Accepted clock skew. */
export const CLOCK_TOLERANCE_SECONDS = 30;

/** Limits for the times of an ID token. */
export interface ExpectedTimes {
  /** Seconds; null if the request has no `max_age`. */
  maxAge: number | null;
  /** Seconds since the epoch. */
  now: number;
}

/** Whether a time lies in the future, even with the accepted clock skew. */
export function isInFuture(time: number, now: number): boolean {
  return time > now + CLOCK_TOLERANCE_SECONDS;
}

/** Whether an expiry time has passed, even with the accepted clock skew. */
export function isExpired(time: number, now: number): boolean {
  return time <= now - CLOCK_TOLERANCE_SECONDS;
}

/**
 * Checks the times of an ID token: OpenID Connect Core sections 2 and 3.1.3.7. A null claim counts as absent.
 *
 * @throws FederationFailure
 */
export function checkTokenTimes({ iat, exp, nbf, auth_time: authTime }: TokenTimes, { maxAge, now }: ExpectedTimes): void {
  const notBefore = nbf ?? iat;
  if (!isNumericDate(iat) || !isNumericDate(exp) || !isNumericDate(notBefore)) throw new FederationFailure('malformed-claims');
  if (isExpired(exp, now)) throw new FederationFailure('expired');
  if (isInFuture(iat, now) || isInFuture(notBefore, now)) throw new FederationFailure('wrong-clock');
  if (maxAge === null) return;
  if (!isNumericDate(authTime)) throw new FederationFailure('too-long-ago');
  if (isInFuture(authTime, now)) throw new FederationFailure('wrong-clock');
  if (isExpired(authTime + maxAge + 1, now)) throw new FederationFailure('too-long-ago');
}

/** The claims as they were sent. */
interface TokenTimes {
  readonly iat?: unknown;
  readonly exp?: unknown;
  readonly nbf?: unknown;
  readonly auth_time?: unknown;
}

/** RFC 7519 section 2. */
export function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
