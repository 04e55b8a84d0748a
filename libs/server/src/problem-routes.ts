import type { ServerResponse } from 'node:http';
import { getRequestEvent } from '@latchkey/observability';
import { listExplanations, Problem, sendProblem } from '@latchkey/problem';
import Negotiator from 'negotiator';
import { createGetOnlyProblem } from './allowed-methods.js';
import { pathOf, type Listener } from './listener.js';
import { isRead } from './operational-routes.js';
import { PROBLEM_PAGE_SECURITY_POLICY, renderProblemIndex, renderProblemPage, renderUnknownProblemPage } from './problem-page.js';

const INDEX = '/problems';
/** The texts change only with a release. */
const CACHING = 'public, max-age=3600';
const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html';

type Representation = typeof JSON_TYPE | typeof HTML_TYPE;
type Bodies = Readonly<Record<Representation, Buffer>>;

const EXPLANATIONS = listExplanations();
/** The bodies by path. They never change, so a request costs only a look-up. */
const BODIES: ReadonlyMap<string, Bodies> = new Map([
  [INDEX, toBodies(EXPLANATIONS, renderProblemIndex(EXPLANATIONS))],
  ...EXPLANATIONS.map((explanation) => [explanation.type, toBodies(explanation, renderProblemPage(explanation))] as const),
]);
const UNKNOWN_PAGE = Buffer.from(renderUnknownProblemPage());

/**
 * Serves `/problems/{name}`, which is the `type` of a problem, and `/problems`, which lists them: pages for browsers, JSON otherwise, for
 * any host and without a key.
 */
export const problemRoutes: Listener = (request, response) => {
  if (!request.url?.includes(INDEX)) return false;
  const path = pathOf(request);
  if (path !== INDEX && !path.startsWith(`${INDEX}/`)) return false;
  const event = getRequestEvent(response);
  event.route = path === INDEX ? INDEX : '/problems/:name';
  const bodies = BODIES.get(path);
  const type = chooseRepresentation(response);
  if (!isRead(request)) sendProblem(response, createGetOnlyProblem(), event);
  else if (bodies) send(response, 200, { type, body: bodies[type] });
  else if (type === HTML_TYPE) send(response, 404, { type, body: UNKNOWN_PAGE });
  else sendProblem(response, new Problem('not-found', `There is no problem with this name. ${INDEX} lists all of them.`), event);
  return true;
};

function toBodies(json: object, page: string): Bodies {
  return { [JSON_TYPE]: Buffer.from(JSON.stringify(json)), [HTML_TYPE]: Buffer.from(page) };
}

function chooseRepresentation({ req }: ServerResponse): Representation {
  return (new Negotiator(req).mediaType([JSON_TYPE, HTML_TYPE]) ?? JSON_TYPE) as Representation;
}

function send(response: ServerResponse, status: number, { type, body }: { type: Representation; body: Buffer }): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': body.length,
    'Cache-Control': status === 200 ? CACHING : 'no-store',
    Vary: 'Accept',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': PROBLEM_PAGE_SECURITY_POLICY,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
