import { FederationFailure } from '../federation-failure.js';
import { isStorableIdentifier } from '../upstream/storable-identifier.js';
import { CLOCK_TOLERANCE_SECONDS, isInFuture, isNumericDate } from '../upstream/token-times.js';
import type { VerifiedJwt } from '../upstream/jwks.service.js';

/** The contents of a logout token. */
export interface UpstreamLogout {
  issuer: string;
  /** The user's `sub` at the identity provider; null if the token names only a session. */
  subject: string | null;
  /** Session id at the identity provider; null for all sessions of the user. */
  sid: string | null;
  /** Unique id of the token, for replay detection. */
  jti: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** The values that the token must match. */
export interface ExpectedLogoutToken {
  issuer: string;
  clientId: string;
  /** Seconds since the epoch. */
  now: number;
}

const BACKCHANNEL_LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Bounds how long token ids are stored for replay detection. */
const MAX_LIFETIME_SECONDS = 86_400;
const ACCEPTED_TYPES = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

/**
 * Reads a logout token before its signature is verified, which is the most expensive step. It makes every other check of OpenID Connect
 * Back-Channel Logout 1.0 section 2.6, except for the replay of the `jti`, which needs the database.
 *
 * @throws FederationFailure
 */
export function readLogoutToken({ header, claims }: VerifiedJwt, expected: ExpectedLogoutToken): UpstreamLogout {
  const { typ } = header;
  // control: an access token is no logout token
  if (typ !== undefined && !(typeof typ === 'string' && ACCEPTED_TYPES.has(typ.toLowerCase()))) throw new FederationFailure('wrong-answer');
  const { iss, exp, jti, sub = null, sid = null } = claims;
  // control: the issuer of a logout token is the identity provider
  if (iss !== expected.issuer) throw new FederationFailure('wrong-issuer');
  // control: the audience of a logout token is our client
  if (![claims['aud']].flat().includes(expected.clientId)) throw new FederationFailure('wrong-audience');
  checkTimes(claims, expected.now);
  if (
    !hasLogoutEvent(claims['events']) ||
    // control: an ID token is no logout token
    'nonce' in claims
  )
    throw new FederationFailure('wrong-answer');
  if (!isStorableIdentifier(jti) || (sub !== null && !isStorableIdentifier(sub)) || (sid !== null && !isStorableIdentifier(sid)))
    throw new FederationFailure('wrong-answer');
  if (sub === null && sid === null) throw new FederationFailure('no-subject');
  return { issuer: expected.issuer, subject: sub, sid, jti, expiresAt: exp as number };
}

function checkTimes({ iat, exp }: Record<string, unknown>, now: number): void {
  if (!isNumericDate(iat) || !isNumericDate(exp)) throw new FederationFailure('malformed-claims');
  if (isInFuture(iat, now)) throw new FederationFailure('wrong-clock');
  // control: an expired logout token is refused
  if (exp <= now - CLOCK_TOLERANCE_SECONDS) throw new FederationFailure('expired');
  if (exp > now + MAX_LIFETIME_SECONDS) throw new FederationFailure('wrong-clock');
}

/** Whether `events` contains the back-channel logout event with a JSON object as its value. */
function hasLogoutEvent(events: unknown): boolean {
  const event = isObject(events) && Object.hasOwn(events, BACKCHANNEL_LOGOUT_EVENT) ? events[BACKCHANNEL_LOGOUT_EVENT] : null;
  return isObject(event);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
