/** The API of the notes, which takes access tokens. It would usually be a service of its own. */
import { randomUUID } from 'node:crypto';
import express, { Router } from 'express';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { ISSUER } from './settings.mjs';

/** @typedef {{ id: string, text: string, color: string, createdAt: string }} Note */

const MAX_NOTES = 50;
const MAX_LENGTH = 500;
export const COLORS = ['yellow', 'green', 'blue', 'pink'];

const keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));

/** The notes of each user, newest first, in memory. @type {Map<string, Note[]>} */
const notes = new Map();

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

api.get('/notes', requireToken('read'), (_request, response) => {
  response.json(notesOf(response.locals.token.sub));
});

api.post('/notes', requireToken('write'), express.json(), (request, response) => {
  const { text = '', color } = request.body ?? {};
  const own = notesOf(response.locals.token.sub);
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_LENGTH)
    return void response.status(400).json({ error: `a note has 1 to ${MAX_LENGTH} characters` });
  if (own.length >= MAX_NOTES) return void response.status(409).json({ error: `there is room for ${MAX_NOTES} notes` });
  const note = {
    id: randomUUID(),
    text: text.trim(),
    color: COLORS.includes(color) ? color : 'yellow',
    createdAt: new Date().toISOString(),
  };
  own.unshift(note);
  response.status(201).json(note);
});

api.delete('/notes/:id', requireToken('write'), (request, response) => {
  const { sub } = response.locals.token;
  notes.set(
    sub,
    notesOf(sub).filter(({ id }) => id !== request.params['id']),
  );
  response.sendStatus(204);
});

/**
 * @param {string} sub
 * @returns {Note[]}
 */
function notesOf(sub) {
  const first = { id: randomUUID(), text: 'Welcome! Only you see this note.', color: 'yellow', createdAt: new Date().toISOString() };
  if (!notes.has(sub)) notes.set(sub, [first]);
  return notes.get(sub) ?? [];
}
