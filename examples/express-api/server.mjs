import express from 'express';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

const { ISSUER = 'http://localhost:3001', AUDIENCE = ISSUER, PORT = '4001' } = process.env;

/** Fetched when a token has an unknown `kid`, and kept: no request to the issuer for each token. */
const keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));

/** Anything else, such as keys that could not be fetched, is not the caller's fault: Express answers 500. */
function isTokenError(error) {
  return error instanceof errors.JOSEError && !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'].includes(error.code);
}

/** Lets requests pass that show a valid access token (RFC 9068) with the scope. Refusals are those of RFC 6750 section 3.1. */
function requireScope(scope) {
  return async (request, response, next) => {
    const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token) return response.status(401).set('WWW-Authenticate', 'Bearer').json({ error: 'an access token is missing' });
    try {
      const required = { issuer: ISSUER, audience: AUDIENCE, typ: 'at+jwt', requiredClaims: ['exp', 'sub'] };
      const { payload } = await jwtVerify(token, keys, required);
      // A stolen token that is bound to a key must not work without it. Where callers use DPoP, check their proof here instead.
      if (payload.cnf) throw new errors.JWTClaimValidationFailed('the token is bound to a key', payload, 'cnf', 'check_failed');
      if (!payload.scope?.split(' ').includes(scope)) {
        const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
        return response
          .status(403)
          .set('WWW-Authenticate', challenge)
          .json({ error: `the scope ${scope} is missing` });
      }
      request.token = payload;
      next();
    } catch (error) {
      if (!isTokenError(error)) return next(error);
      response.status(401).set('WWW-Authenticate', 'Bearer error="invalid_token"').json({ error: error.message });
    }
  };
}

/** After `requireScope`: the bearer also has the role. Tokens have `roles` (RFC 9068 section 2.2.3.1) if the API has `enforceRoles`. */
function requireRole(role) {
  return (request, response, next) => {
    if ([request.token.roles ?? []].flat().includes(role)) return next();
    response
      .status(403)
      .set('WWW-Authenticate', 'Bearer error="insufficient_scope"')
      .json({ error: `the role ${role} is missing` });
  };
}

const orders = [{ id: 1, item: 'a lamp' }];
const app = express().use(express.json());
app.get('/orders', requireScope('read'), (request, response) => response.json({ orders, askedBy: request.token.client_id }));
app.post('/orders', requireScope('write'), (request, response) => {
  if (typeof request.body?.item !== 'string') return response.status(400).json({ error: 'item must be a text' });
  orders.push({ id: orders.length + 1, item: request.body.item });
  response.status(201).json(orders.at(-1));
});
app.delete('/orders', requireScope('write'), requireRole('clerk'), (request, response) => {
  orders.length = 0;
  response.status(204).end();
});

app.listen(Number(PORT), '127.0.0.1', () => console.log(`http://localhost:${PORT}/orders wants tokens of ${ISSUER} for ${AUDIENCE}`));
