import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { newTokenId } from '@latchkey/crypto';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import { attachRequestEvent, RequestEvent } from './request-event.js';
import { runInTrace } from './trace-context.js';
import type { Span } from './tracer.js';

/** Requests that machines send every few seconds: counted, but logged only if they fail. */
const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics']);
/** An unknown method must not become a label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** @param serve answers the request within its trace */
export type RequestObserver = (request: IncomingMessage, response: ServerResponse, serve?: () => void) => RequestEvent;

/**
 * Gives every request an id, and writes one log event and its metrics when it ends. The response contains the id: see setRequestIdHeader.
 */
export function observeRequests(logger: Logger, metrics: Metrics): RequestObserver {
  return (request, response, serve = () => undefined) => {
    const event = new RequestEvent(request.headers, newTokenId);
    attachRequestEvent(request, event);
    response.on('close', () => finish(event, response, { logger, metrics }));
    runInTrace(event.trace, serve);
    return event;
  };
}

function finish(event: RequestEvent, response: ServerResponse, { logger, metrics }: { logger: Logger; metrics: Metrics }): void {
  const seconds = (performance.now() - event.startedAt) / 1_000;
  // 499: the caller closed the connection before the response was complete.
  const status = response.writableFinished ? response.statusCode : 499;
  const method = METHODS.has(response.req.method ?? '') ? response.req.method! : 'other';
  metrics.countRequest({ method, route: event.route, status, domain: event.domain }, seconds);
  event.span?.end(describeRequest(event, method, status));
  if (QUIET_ROUTES.has(event.route) && status !== 500) return;
  const line = {
    requestId: event.requestId,
    traceId: event.trace?.traceId,
    method,
    route: event.route,
    status,
    ms: Math.round(seconds * 1e5) / 100,
    domain: event.domain,
    client: event.client,
    apiKey: event.apiKey,
    operator: event.operator,
    problem: event.problem,
  };
  if (status >= 500) logger.error({ ...line, error: event.cause }, 'request');
  else logger.info(line, 'request');
}

/** Uses the names of OpenTelemetry's semantic conventions for HTTP. A server's span has failed from status 500 on. */
function describeRequest({ route, domain, cause }: RequestEvent, method: string, status: number): Parameters<Span['end']>[0] {
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'latchkey.domain': domain,
  };
  return { name: `${method} ${route}`, attributes, ...(status >= 500 && { error: cause ?? status }) };
}
