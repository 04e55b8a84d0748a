import { subscribe } from 'node:diagnostics_channel';
import { formatTraceparent, getCurrentTrace } from './trace-context.js';
import { startSpan, type Span } from './tracer.js';

/** A request of undici, as it publishes it (docs/api/DiagnosticsChannel.md of undici). Node.js's `fetch` publishes on the same channels. */
interface OutgoingRequest {
  method: string;
  origin: string | URL;
  addHeader(name: string, value: string): unknown;
}

interface OutgoingMessage {
  request: OutgoingRequest;
  response?: { statusCode: number };
  error?: Error;
}

interface OpenSpan {
  span: Span;
  status?: number;
}

let isSubscribed = false;

/**
 * Propagates the current trace in every request that this process sends by `fetch` or undici. For recorded traces it records the method,
 * host and status of requests, but not their path, which can contain a secret.
 */
export function traceOutgoingRequests(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  const open = new WeakMap<OutgoingRequest, OpenSpan>();
  const on = (event: string, listen: (message: OutgoingMessage) => void) =>
    subscribe(`undici:request:${event}`, (message) => listen(message as OutgoingMessage));
  on('create', ({ request }) => {
    const trace = getCurrentTrace();
    if (!trace) return;
    const attributes = { 'http.request.method': request.method, 'server.address': new URL(request.origin).host };
    const span = startSpan({ name: request.method, kind: 'client', attributes });
    if (span) open.set(request, { span });
    request.addHeader('traceparent', formatTraceparent(span?.context ?? trace));
  });
  on('headers', ({ request, response }) => {
    const found = open.get(request);
    if (found && response) found.status = response.statusCode;
  });
  const end = ({ request, error }: OutgoingMessage): void => {
    const found = open.get(request);
    open.delete(request);
    found?.span.end({ attributes: { 'http.response.status_code': found.status }, ...(error && { error }) });
  };
  on('trailers', end);
  on('error', end);
}
