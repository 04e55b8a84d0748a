import type { ServerResponse } from 'node:http';
import { getRequestEvent } from '@latchkey/observability';
import { listExplanations, Problem, sendProblem } from '@latchkey/problem';
import Negotiator from 'negotiator';
import { createGetOnlyProblem } from './allowed-methods.js';
import { pathOf, type Listener } from './listener.js';
import { isRead } from './operational-routes.js';
import { PROBLEM_PAGE_SECURITY_POLICY, renderProblemPage } from './problem-page.js';

const PREFIX = '/problems/';
/** The texts change with a release only. */
const CACHING = 'public, max-age=3600';
const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html';

type Representation = typeof JSON_TYPE | typeof HTML_TYPE;

/** The bodies by path. They never change, so that a request costs no more than a look-up. */
const BODIES: ReadonlyMap<string, Readonly<Record<Representation, Buffer>>> = new Map(
  listExplanations().map((explanation) => [
    explanation.type,
    { [JSON_TYPE]: Buffer.from(JSON.stringify(explanation)), [HTML_TYPE]: Buffer.from(renderProblemPage(explanation)) },
  ]),
);

/** `/problems/{name}`, where the `type` of a problem leads: a page for browsers, JSON otherwise, for any host and without a key. */
export const problemRoutes: Listener = (request, response) => {
  if (!request.url?.includes(PREFIX)) return false;
  const path = pathOf(request);
  if (!path.startsWith(PREFIX)) return false;
  const event = getRequestEvent(response);
  event.route = '/problems/:name';
  const bodies = BODIES.get(path);
  if (!isRead(request)) sendProblem(response, createGetOnlyProblem(), event);
  else if (!bodies)
    sendProblem(response, new Problem('not-found', 'No problem has this name. Problems are listed in docs/problems.md.'), event);
  else sendExplanation(response, bodies);
  return true;
};

function sendExplanation(response: ServerResponse, bodies: Readonly<Record<Representation, Buffer>>): void {
  const { req } = response;
  const type = (new Negotiator(req).mediaType([JSON_TYPE, HTML_TYPE]) ?? JSON_TYPE) as Representation;
  const body = bodies[type];
  response.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': body.length,
    'Cache-Control': CACHING,
    Vary: 'Accept',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': PROBLEM_PAGE_SECURITY_POLICY,
  });
  response.end(req.method === 'HEAD' ? undefined : body);
}
