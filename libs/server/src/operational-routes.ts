import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestEvent, type Metrics } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import { createGetOnlyProblem } from './allowed-methods.js';
import { pathOf, type Listener } from './listener.js';

export interface OperationalState {
  /** Null if metrics have a separate port. */
  metrics: Metrics | null;
  /** Whether requests can be served. */
  isReady: () => Promise<boolean>;
}

/** `/healthz` (alive), `/readyz` (can serve) and, without a separate port, `/metrics` (Prometheus), for any host. */
export function operationalRoutes(state: OperationalState): Listener {
  const { metrics } = state;
  const routes: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/healthz': async (response) => sendText(response, 'ok\n'),
    '/readyz': (response) => sendReadiness(response, state),
    ...(metrics && { '/metrics': (response: ServerResponse) => sendMetrics(response, metrics) }),
  };
  return (request, response) => {
    const path = pathOf(request);
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!route) return false;
    getRequestEvent(response).route = path;
    if (isRead(request)) void route(response);
    else sendProblem(response, createGetOnlyProblem(), getRequestEvent(response));
    return true;
  };
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

export async function sendMetrics(response: ServerResponse, metrics: Metrics): Promise<void> {
  sendText(response, await metrics.read(), metrics.registry.contentType);
}

async function sendReadiness(response: ServerResponse, { isReady }: OperationalState): Promise<void> {
  if (await isReady()) return sendText(response, 'ready\n');
  const detail = 'The process is starting or stopping, or the database does not answer or lacks migrations of this release.';
  sendProblem(response, new Problem('service-unavailable', detail, { headers: { 'Retry-After': '5' } }), getRequestEvent(response));
}

function sendText(response: ServerResponse, text: string, contentType = 'text/plain; charset=utf-8'): void {
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text), 'Cache-Control': 'no-store' });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
