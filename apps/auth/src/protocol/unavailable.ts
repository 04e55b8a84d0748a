import { getRequestEvent } from '@latchkey/observability';
import type { ServerResponse } from 'node:http';

/** The response while the database is unavailable. */
export const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'the service cannot answer now; try again shortly',
} as const;

/** Answers 503 in the form of RFC 6749 section 5.2. */
export function sendUnavailable(response: ServerResponse, cause: unknown): void {
  const event = getRequestEvent(response);
  event.problem = UNAVAILABLE.error;
  event.cause = cause;
  const body = JSON.stringify(UNAVAILABLE);
  response.writeHead(503, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': '2',
  });
  response.end(body);
}
