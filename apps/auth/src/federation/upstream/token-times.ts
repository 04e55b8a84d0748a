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

/**
 * Rejects times in the future, which openid-client accepts: OpenID Connect Core sections 2 and 3.1.3.7.
 *
 * @throws FederationFailure
 */
export function checkTokenTimes({ iat, auth_time: authTime }: TokenTimes, { maxAge, now }: ExpectedTimes): void {
  if (isInFuture(iat, now)) throw new FederationFailure('wrong-clock');
  if (maxAge !== null && authTime !== undefined && isInFuture(authTime, now)) throw new FederationFailure('wrong-clock');
}

/** openid-client has checked that the claims are numbers, and that `auth_time` exists if required. */
interface TokenTimes {
  iat: number;
  auth_time?: number | undefined;
}
