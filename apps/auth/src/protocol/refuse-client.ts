import { getRequestEvent } from '@latchkey/observability';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAuthenticationError } from '../client-authentication/client-authentication.error.js';
import { allowsOrigin, removeCorsHeaders } from './cors.js';
import { getCacheHeaders } from './endpoints.js';

interface Refusal {
  issuer: string;
  error: ClientAuthenticationError;
}

/** Answers a request whose client could not be authenticated: RFC 6749 section 5.2. */
export function refuseClient(request: IncomingMessage, response: ServerResponse, { issuer, error }: Refusal): void {
  const path = pathOf(request);
  const event = getRequestEvent(response);
  event.route = path;
  event.problem = error.code;
  event.cause = error.cause;
  if (error.clientId !== null) event.client = error.clientId;
  const body = JSON.stringify({ error: error.code, error_description: error.description });
  if (error.client && !allowsOrigin(error.client, request)) removeCorsHeaders(response);
  response.writeHead(error.code === 'invalid_client' ? 401 : 400, {
    ...getCacheHeaders(path),
    ...(error.code === 'invalid_client' && { 'WWW-Authenticate': `Basic realm="${issuer}"` }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
