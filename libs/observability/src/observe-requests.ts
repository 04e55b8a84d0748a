import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { newTokenId } from '@latchkey/crypto';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import { attachRequestEvent, RequestEvent } from './request-event.js';

/** Requests that machines send every few seconds: counted, but logged only if they fail. */
const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics']);
/** An unknown method must not become a label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type RequestObserver = (request: IncomingMessage, response: ServerResponse) => RequestEvent;

/** Gives every request an id, and writes one log event and its metrics when it ends. The response has the id: see setRequestIdHeader. */
export function observeRequests(logger: Logger, metrics: Metrics): RequestObserver {
  return (request, response) => {
    const event = new RequestEvent(request.headers['x-request-id'], newTokenId);
    attachRequestEvent(request, event);
    response.on('close', () => finish(event, response, { logger, metrics }));
    return event;
  };
}

function finish(event: RequestEvent, response: ServerResponse, { logger, metrics }: { logger: Logger; metrics: Metrics }): void {
  const seconds = (performance.now() - event.startedAt) / 1_000;
  // 499: the caller closed the connection before the response was complete.
  const status = response.writableFinished ? response.statusCode : 499;
  const method = METHODS.has(response.req.method ?? '') ? response.req.method! : 'other';
  metrics.requests.inc({ method, route: event.route, status });
  metrics.latency.observe({ route: event.route }, seconds);
  if (QUIET_ROUTES.has(event.route) && status !== 500) return;
  const line = {
    requestId: event.requestId,
    method,
    route: event.route,
    status,
    ms: Math.round(seconds * 1e5) / 100,
    domain: event.domain,
    client: event.client,
    apiKey: event.apiKey,
    problem: event.problem,
  };
  if (status >= 500) logger.error({ ...line, error: event.cause }, 'request');
  else logger.info(line, 'request');
}
