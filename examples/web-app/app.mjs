import { fileURLToPath } from 'node:url';
import express from 'express';
import { api } from './api.mjs';
import { inboxPage, listMail } from './inbox.mjs';
import { developerPage, errorPage, notesPage, signedOutPage } from './pages.mjs';
import { getSession, replaceSession } from './sessions.mjs';
import { ISSUER, inbox } from './settings.mjs';
import { beginSignIn, endSessionUrl, fetchUserInfo, finishSignIn, isRefusal, refresh } from './sign-in.mjs';

const PUBLIC = fileURLToPath(new URL('public', import.meta.url));
const POLICY = `default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; connect-src 'self'; form-action 'self' ${ISSUER}; frame-ancestors 'none'`;

/** @param {string} origin at which browsers reach this application */
export function createApp(origin) {
  const app = express().disable('x-powered-by');
  app.get('/healthz', (_request, response) => void response.sendStatus(200));
  app.use(onlyFor(new URL(origin).host));
  app.use(express.static(PUBLIC), (_request, response, next) => {
    response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    next();
  });
  app.use('/api', api);
  addSignIn(app, origin);
  addActions(app, origin);
  if (inbox) addInbox(app, inbox);
  app.use((_request, response) => void response.status(404).send(errorPage('There is no such page.')));
  app.use(showError);
  return app;
}

/**
 * Refuses other names for this server, which another site could give it (DNS rebinding).
 *
 * @param {string} host
 * @returns {import('express').RequestHandler}
 */
function onlyFor(host) {
  return (request, response, next) => {
    if (request.headers.host === host) next();
    else response.status(421).type('text').send(`This application is at http://${host}\n`);
  };
}

/**
 * @param {import('express').Express} app
 * @param {string} origin
 */
function addSignIn(app, origin) {
  app.get('/', async (request, response) => {
    const { session } = getSession(request);
    if (!isSignedIn(session)) return void response.send(signedOutPage());
    const { user, notice } = session;
    delete session.notice;
    response.send(notesPage({ claims: user.claims, notes: await (await callApi(`${origin}/api/notes`, session)).json(), notice }));
  });

  app.get('/developer', async (request, response) => {
    const { session } = getSession(request);
    const { user, notice } = session;
    delete session.notice;
    if (!user) return response.redirect('/');
    response.send(developerPage({ ...user, userInfo: await fetchUserInfo(user), notice }));
  });

  app.get('/login', async (request, response) => {
    const { url, pending } = await beginSignIn(`${origin}/callback`);
    replaceSession(request, response, { pending });
    response.redirect(url.href);
  });

  app.get('/callback', async (request, response) => {
    const { pending } = getSession(request).session;
    if (!pending) return response.redirect('/');
    replaceSession(request, response, { user: await finishSignIn(new URL(request.originalUrl, origin), pending) });
    response.redirect('/');
  });

  app.post('/logout', async (request, response) => {
    const { user } = getSession(request).session;
    replaceSession(request, response, {});
    response.redirect(user ? (await endSessionUrl(user, `${origin}/`)).href : '/');
  });
}

/**
 * @param {import('express').Express} app
 * @param {string} origin
 */
function addActions(app, origin) {
  app.use(express.urlencoded({ extended: false }));

  app.post('/notes', async (request, response) => {
    const { session } = getSession(request);
    if (isSignedIn(session)) {
      const body = JSON.stringify({ text: request.body?.text, color: request.body?.color });
      const answer = await callApi(`${origin}/api/notes`, session, { method: 'POST', body });
      if (!answer.ok) session.notice = `The note was not kept: ${(await answer.json()).error}.`;
    }
    response.redirect('/');
  });

  app.post('/notes/:id/delete', async (request, response) => {
    const { session } = getSession(request);
    const note = `${origin}/api/notes/${encodeURIComponent(request.params['id'])}`;
    if (isSignedIn(session)) await callApi(note, session, { method: 'DELETE' });
    response.redirect('/');
  });

  app.post('/refresh', async (request, response) => {
    const { session } = getSession(request);
    if (session.user) session.user = await refresh(session.user);
    if (session.user) session.notice = 'You have new tokens.';
    response.redirect('/developer');
  });
}

/**
 * Calls the API with the access token of the user, and once more with a new one if it has expired.
 *
 * @param {string} address
 * @param {import('./sessions.mjs').SignedInSession} session
 * @param {RequestInit} [request]
 */
async function callApi(address, session, request = {}) {
  const call = () =>
    fetch(address, {
      ...request,
      headers: { authorization: `Bearer ${session.user.tokens.access_token}`, 'content-type': 'application/json' },
    });
  const answer = await call();
  if (answer.status !== 401) return answer;
  session.user = await refresh(session.user);
  return call();
}

/**
 * @param {import('./sessions.mjs').Session} session
 * @returns {session is import('./sessions.mjs').SignedInSession}
 */
function isSignedIn(session) {
  return session.user !== undefined;
}

/**
 * @param {import('express').Express} app
 * @param {NonNullable<typeof inbox>} source
 */
function addInbox(app, source) {
  app.get('/inbox', async (_request, response) => void response.send(inboxPage(source.user, await listMail(source))));
}

/**
 * Express knows an error handler by its four parameters.
 *
 * @param {any} error
 * @param {import('express').Request} request
 * @param {import('express').Response} response
 * @param {import('express').NextFunction} _next
 */
function showError(error, request, response, _next) {
  console.error(error.message);
  // the user's session has ended at the issuer, and the tokens with it
  if (isRefusal(error)) replaceSession(request, response, {});
  const { error: code, error_description: description, message, cause } = error;
  response.status(500).send(errorPage([code, description ?? message, cause?.message].filter(Boolean).join(': ')));
}
