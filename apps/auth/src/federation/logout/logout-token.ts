import { FederationFailure } from '../federation-failure.js';
import { CLOCK_TOLERANCE_SECONDS, isInFuture } from '../upstream/token-times.js';
import type { VerifiedJwt } from '../upstream/jwks.service.js';

/** Who has signed out at a provider. */
export interface UpstreamLogout {
  issuer: string;
  /** Their `sub` there; null: the session alone is named. */
  subject: string | null;
  /** The provider's session; null: all of them. */
  sid: string | null;
  /** Names the token, which counts once. */
  jti: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** What the token has to be for. */
export interface ExpectedLogoutToken {
  issuer: string;
  clientId: string;
  /** Seconds since the epoch. */
  now: number;
}

const BACKCHANNEL_LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds: a token that says it lives for longer would have to be remembered for as long. */
const MAX_LIFETIME_SECONDS = 86_400;
const ACCEPTED_TYPES = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

/**
 * Reads a logout token whose signature has been verified: every check of OpenID Connect Back-Channel Logout 1.0 section 2.6 but that of
 * its `jti`, which takes a memory.
 *
 * @throws FederationFailure
 */
export function readLogoutToken({ header, claims }: VerifiedJwt, expected: ExpectedLogoutToken): UpstreamLogout {
  const { typ } = header;
  if (typ !== undefined && !ACCEPTED_TYPES.has(typ.toLowerCase())) throw new FederationFailure('wrong-answer');
  const { iss, exp, jti, sub = null, sid = null } = claims;
  if (iss !== expected.issuer) throw new FederationFailure('wrong-issuer');
  if (![claims['aud']].flat().includes(expected.clientId)) throw new FederationFailure('wrong-audience');
  checkTimes(claims, expected.now);
  if (!hasLogoutEvent(claims['events']) || 'nonce' in claims) throw new FederationFailure('wrong-answer');
  if (!isStorableIdentifier(jti) || (sub !== null && !isStorableIdentifier(sub)) || (sid !== null && !isStorableIdentifier(sid)))
    throw new FederationFailure('wrong-answer');
  if (sub === null && sid === null) throw new FederationFailure('no-subject');
  return { issuer: expected.issuer, subject: sub, sid, jti, expiresAt: exp as number };
}

function checkTimes({ iat, exp }: Record<string, unknown>, now: number): void {
  if (!isNumericDate(iat) || !isNumericDate(exp)) throw new FederationFailure('malformed-claims');
  if (isInFuture(iat, now)) throw new FederationFailure('wrong-clock');
  if (exp <= now - CLOCK_TOLERANCE_SECONDS) throw new FederationFailure('expired');
  if (exp > now + MAX_LIFETIME_SECONDS) throw new FederationFailure('wrong-clock');
}

/** A JSON object with a member of that name, which is a JSON object too. */
function hasLogoutEvent(events: unknown): boolean {
  const event = isObject(events) && Object.hasOwn(events, BACKCHANNEL_LOGOUT_EVENT) ? events[BACKCHANNEL_LOGOUT_EVENT] : null;
  return isObject(event);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isStorableIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255 && value.isWellFormed() && !value.includes('\0');
}
