/** An API that takes access tokens. It would usually be a service of its own. */
import { Router } from 'express';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { ISSUER } from './settings.mjs';

const keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));

/**
 * Guards what follows it: the request needs an access token of our issuer with this scope (RFC 6750, RFC 9068).
 *
 * @param {string} scope
 * @returns {import('express').RequestHandler}
 */
export function requireToken(scope) {
  return async (request, response, next) => {
    const [, token] = /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
    if (!token) return void response.set('WWW-Authenticate', 'Bearer').status(401).json({ error: 'a bearer token is required' });
    try {
      const { payload } = await jwtVerify(token, keys, { issuer: ISSUER, audience: ISSUER, typ: 'at+jwt' });
      if (!String(payload.scope).split(' ').includes(scope)) {
        response.set('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
        return void response.status(403).json({ error: `the token lacks the scope ${scope}` });
      }
      response.locals.token = payload;
      next();
    } catch (error) {
      // anything else, such as keys that cannot be fetched, is no fault of the caller
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) return next(error);
      response.set('WWW-Authenticate', 'Bearer error="invalid_token"').status(401).json({ error: error.message });
    }
  };
}

export const api = Router();

api.get('/orders', requireToken('read'), (_request, response) => {
  const { sub, client_id: clientId, scope } = response.locals.token;
  response.json({ orders: [{ id: 1, item: 'a door key' }], askedBy: { sub, clientId, scope } });
});
