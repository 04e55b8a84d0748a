import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';

/** A client's settings for its issuer. */
export interface LogoutTokenReader {
  issuer: string;
  clientId: string;
  jwks: unknown;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Reads a logout token as a client must: OpenID Connect Back-Channel Logout 1.0 section 2.6, with an independent library.
 *
 * @throws Error if a client would refuse it
 */
export async function readLogoutToken(body: string, { issuer, clientId, jwks }: LogoutTokenReader): Promise<JWTPayload> {
  const parameters = [...new URLSearchParams(body)];
  const [[name, token] = []] = parameters;
  if (parameters.length !== 1 || name !== 'logout_token') throw new Error(`not a logout_token alone: ${body}`);
  const { payload } = await jwtVerify(token!, createLocalJWKSet(jwks as JSONWebKeySet), {
    issuer,
    audience: clientId,
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
    maxTokenAge: '2 minutes',
  });
  const { events, nonce, iat, exp, sub, sid } = payload as JWTPayload & { events: object; nonce?: string; sid?: string };
  if (JSON.stringify(events) !== JSON.stringify({ [EVENT]: {} })) throw new Error(`other events: ${JSON.stringify(events)}`);
  if (nonce !== undefined || (sub === undefined && sid === undefined))
    throw new Error('the logout token has a nonce, or neither sub nor sid');
  if (exp! - iat! > 120) throw new Error('lives for longer than two minutes');
  return payload;
}
