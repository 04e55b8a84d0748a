import { getRequestEvent } from '@latchkey/observability';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getCacheHeaders } from './endpoints.js';

const ERROR = 'temporarily_unavailable';

/** Seconds after which the request may be repeated, and why not before. */
interface Refusal {
  retryAfter: number;
  message: string;
}

/** Answers 429 in the form of RFC 6749 section 5.2. */
export function refuseTooManyTokens(request: IncomingMessage, response: ServerResponse, error: Refusal): void {
  const path = pathOf(request);
  const event = getRequestEvent(response);
  event.route = path;
  event.problem = ERROR;
  const body = JSON.stringify({ error: ERROR, error_description: error.message });
  response.writeHead(429, {
    'Cache-Control': 'no-store',
    ...getCacheHeaders(path),
    'Retry-After': String(error.retryAfter),
    Vary: 'Origin',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
