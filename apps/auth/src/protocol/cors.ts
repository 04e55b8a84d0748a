import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf } from '@latchkey/server';
import type { CachedClient } from '../client/cached-client.js';
import { isCorsEndpoint, isPublicDocument } from './endpoints.js';

/** What a page may read of a response besides its status and body: Fetch section 3.3.5. */
const EXPOSED_HEADERS = 'DPoP-Nonce, Retry-After, WWW-Authenticate, X-Request-Id';
const PREFLIGHT_MAX_AGE_SECONDS = 3_600;
const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
const EXPOSE_HEADERS = 'Access-Control-Expose-Headers';

/** The part of a response that has headers; in Koa's context it is `res`. */
type HeaderTarget = Pick<ServerResponse, 'setHeader' | 'removeHeader'>;

/**
 * The headers that let a page of the request's origin read the response. Every response of a CORS endpoint has them, including rejections,
 * until the client is known: see `allowsOrigin`.
 */
export function createCorsHeaders(request: IncomingMessage): Record<string, string> {
  const origin = request.headers.origin || (isPublicDocument(pathOf(request)) ? '*' : '');
  return { Vary: 'Origin', ...(origin && { [ALLOW_ORIGIN]: origin, [EXPOSE_HEADERS]: EXPOSED_HEADERS }) };
}

/** Sets the headers of `createCorsHeaders` if the request is for a CORS endpoint. */
export function setCorsHeaders(request: IncomingMessage, response: HeaderTarget): void {
  if (!isCorsEndpoint(pathOf(request))) return;
  for (const [name, value] of Object.entries(createCorsHeaders(request))) response.setHeader(name, value);
}

/** Whether a page of the request's origin may call endpoints for a client. Requests without an origin do not come from a page. */
export function allowsOrigin(
  { client: { allowedOrigins } }: Pick<CachedClient, 'client'>,
  { headers: { origin } }: IncomingMessage,
): boolean {
  // control: CORS for the registered origins only
  return !origin || (allowedOrigins?.includes(origin) ?? false);
}

/** Removes the permission once the client is known and does not list the origin. */
export function removeCorsHeaders(response: HeaderTarget): void {
  response.removeHeader(ALLOW_ORIGIN);
  response.removeHeader(EXPOSE_HEADERS);
}

/**
 * Headers of responses that are sent before a request reaches the application, such as 431. The origin of an unreadable request is unknown.
 */
export function createEarlyCorsHeaders(request: IncomingMessage | null): Record<string, string> {
  if (request === null) return { [ALLOW_ORIGIN]: '*', [EXPOSE_HEADERS]: EXPOSED_HEADERS };
  return isCorsEndpoint(pathOf(request)) ? createCorsHeaders(request) : {};
}

/** Answers OPTIONS with the methods of the endpoint (RFC 9110 section 9.3.7), and with what a preflight asks for (Fetch section 3.3.2). */
export function answerOptions(request: IncomingMessage, response: ServerResponse, methods: string): void {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': headers } = request.headers;
  const isPreflight = Boolean(origin && method) && isCorsEndpoint(pathOf(request));
  response.writeHead(204, {
    Allow: `${methods}, OPTIONS`,
    ...(isPreflight && {
      'Access-Control-Allow-Methods': methods,
      ...(headers && { 'Access-Control-Allow-Headers': headers }),
      'Access-Control-Max-Age': PREFLIGHT_MAX_AGE_SECONDS,
    }),
  });
  response.end();
}
