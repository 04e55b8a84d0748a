/** @typedef {import('openid-client').TokenEndpointResponse & import('openid-client').TokenEndpointResponseHelpers} Tokens */
/** @typedef {import('openid-client').IDToken} Claims */

/** Sessions in memory: enough for one process. Use a store such as Redis for several. */
import { randomBytes } from 'node:crypto';

/**
 * @typedef {object} Session
 * @property {{ codeVerifier: string, state: string, nonce: string }} [pending] of a sign-in that has begun
 * @property {{ tokens: Tokens, claims: Claims }} [user] who is signed in
 * @property {string} [notice] to show once
 */

/** @typedef {Session & { user: NonNullable<Session['user']> }} SignedInSession */

const COOKIE = 'latchkey-example';
const MAX_SESSIONS = 1_000;

/** @type {Map<string, Session>} */
const sessions = new Map();

/** Finds the session of a request. @param {import('express').Request} request */
export function getSession(request) {
  const [, id = ''] = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '') ?? [];
  return { id, session: sessions.get(id) ?? {} };
}

/**
 * Stores a session under a new id, and forgets the old one: an id from before the sign-in is worth nothing after it.
 *
 * @param {import('express').Request} request
 * @param {import('express').Response} response
 * @param {Session} session
 */
export function replaceSession(request, response, session) {
  sessions.delete(getSession(request).id);
  const [oldest] = sessions.keys();
  if (sessions.size >= MAX_SESSIONS && oldest) sessions.delete(oldest);
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, session);
  response.cookie(COOKIE, id, { httpOnly: true, sameSite: 'lax', secure: false, path: '/' });
}
