import type { DecodedJws } from '@latchkey/crypto';
import { ClientAuthenticationError } from '../client-authentication.error.js';

/** The accepted clock skew. FAPI 2.0 Security Profile section 5.3.2.1 requires at least 10 and at most 60 seconds. */
export const CLOCK_SKEW_SECONDS = 30;

/** Rules for the claims of an assertion. */
export interface AssertionRules {
  /** The values of `aud` that identify this authorization server. */
  audiences: readonly string[];
  /** Whether `aud` must be the issuer as a single string: FAPI 2.0 Security Profile section 5.3.2.1. */
  isIssuerRequired: boolean;
  /** The maximum time until `exp`. */
  maxLifetimeSeconds: number;
  /** Seconds since the epoch. */
  now: number;
}

/** @returns `exp` @throws ClientAuthenticationError */
export function checkAssertionClaims({ aud, exp, nbf, iat }: DecodedJws['claims'], rules: AssertionRules): number {
  checkAudience(aud, rules);
  const { maxLifetimeSeconds, now } = rules;
  const latest = now + CLOCK_SKEW_SECONDS;
  if (!isTime(exp)) throw new ClientAuthenticationError('wrong-expiry', 'client_assertion requires the claim exp as a number');
  if (exp <= now - CLOCK_SKEW_SECONDS)
    throw new ClientAuthenticationError('expired', 'client_assertion has expired according to its claim exp');
  if (exp > latest + maxLifetimeSeconds)
    throw new ClientAuthenticationError('wrong-expiry', `exp of client_assertion must be at most ${maxLifetimeSeconds} seconds ahead`);
  for (const [name, time] of Object.entries({ nbf, iat })) {
    if (time !== undefined && !(isTime(time) && time <= latest))
      throw new ClientAuthenticationError('not-yet-valid', `client_assertion is not valid yet according to its claim ${name}`);
  }
  return exp;
}

/** RFC 7523 section 3: one of the values must identify this server. */
function checkAudience(aud: unknown, { audiences, isIssuerRequired }: AssertionRules): void {
  const [issuer] = audiences;
  if (isIssuerRequired && aud !== issuer)
    throw new ClientAuthenticationError(
      'wrong-audience',
      `aud of client_assertion must be the string ${issuer} for a client with the profile FAPI2`,
    );
  if (![aud].flat().some((each) => audiences.some((audience) => audience === each)))
    throw new ClientAuthenticationError('wrong-audience', `aud of client_assertion must be ${issuer}`);
}

/** NumericDate of RFC 7519 section 2. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
