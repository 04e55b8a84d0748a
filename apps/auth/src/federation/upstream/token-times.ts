import { FederationFailure } from '../federation-failure.js';

/** Seconds by which clocks may differ. */
export const CLOCK_TOLERANCE_SECONDS = 30;

/** When somebody is to have signed in, seen from now. */
export interface ExpectedTimes {
  /** Seconds; null: it does not matter. */
  maxAge: number | null;
  /** Seconds since the epoch. */
  now: number;
}

/** Whether a time has not come yet, even if our clock is slow. */
export function isInFuture(time: number, now: number): boolean {
  return time > now + CLOCK_TOLERANCE_SECONDS;
}

/**
 * What openid-client does not ask of the times of an id token: none of them is still to come. OpenID Connect Core sections 3.1.3.7 and 2.
 * @throws FederationFailure
 */
export function checkTokenTimes({ iat, auth_time: authTime }: TokenTimes, { maxAge, now }: ExpectedTimes): void {
  if (isInFuture(iat, now)) throw new FederationFailure('wrong-clock');
  if (maxAge !== null && authTime !== undefined && isInFuture(authTime, now)) throw new FederationFailure('wrong-clock');
}

/** openid-client has seen that they are numbers, and that `auth_time` is there where it matters. */
interface TokenTimes {
  iat: number;
  auth_time?: number | undefined;
}
