import { FederationFailure } from './failure.js';
import { CLOCK_TOLERANCE, isToCome } from './token-times.js';
import type { VerifiedJwt } from './upstream-keys.js';

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
export interface LogoutExpectation {
  issuer: string;
  clientId: string;
  /** Seconds since the epoch. */
  now: number;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds: a token that says it lives for longer would have to be remembered for as long. */
const LONGEST_LIFE = 86_400;
const TYPES = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

/**
 * Reads a logout token whose signature has been verified: every check of OpenID Connect Back-Channel Logout 1.0 section 2.6 but that of
 * its `jti`, which takes a memory.
 *
 * @throws FederationFailure
 */
export function readLogoutToken({ header, claims }: VerifiedJwt, expected: LogoutExpectation): UpstreamLogout {
  const { typ } = header;
  if (typ !== undefined && !TYPES.has(typ.toLowerCase())) throw new FederationFailure('wrong-answer');
  const { iss, exp, jti, sub = null, sid = null } = claims;
  if (iss !== expected.issuer) throw new FederationFailure('wrong-issuer');
  if (![claims['aud']].flat().includes(expected.clientId)) throw new FederationFailure('wrong-audience');
  checkTimes(claims, expected.now);
  if (!isEvent(claims['events']) || 'nonce' in claims) throw new FederationFailure('wrong-answer');
  if (!isName(jti) || (sub !== null && !isName(sub)) || (sid !== null && !isName(sid))) throw new FederationFailure('wrong-answer');
  if (sub === null && sid === null) throw new FederationFailure('no-subject');
  return { issuer: expected.issuer, subject: sub, sid, jti, expiresAt: exp as number };
}

function checkTimes({ iat, exp }: Record<string, unknown>, now: number): void {
  if (!isTime(iat) || !isTime(exp)) throw new FederationFailure('malformed-claims');
  if (isToCome(iat, now)) throw new FederationFailure('wrong-clock');
  if (exp <= now - CLOCK_TOLERANCE) throw new FederationFailure('expired');
  if (exp > now + LONGEST_LIFE) throw new FederationFailure('wrong-clock');
}

/** A JSON object with a member of that name, which is a JSON object too. */
function isEvent(events: unknown): boolean {
  const event = isObject(events) && Object.hasOwn(events, EVENT) ? events[EVENT] : null;
  return isObject(event);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255 && value.isWellFormed() && !value.includes('\0');
}
