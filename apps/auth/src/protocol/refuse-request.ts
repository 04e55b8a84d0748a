import { getRequestEvent } from '@latchkey/observability';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachedDomain } from '../domain/cached-domain.js';
import { errorPage } from '../pages/views/error.view.js';
import { createPageContext } from '../pages/page-context.js';
import { sendPage } from '../pages/http/send-page.js';
import { acceptsHtml } from '../pages/http/accepts-html.js';
import { getCacheHeaders, getEndpoint, isBrowserEndpoint, PATHS } from './endpoints.js';

const ERROR = 'invalid_request';

export interface Refusal {
  domain: CachedDomain;
  /** Which limit was exceeded, or what else is wrong, as an `error_description`. */
  violation: string;
  /** Status and headers to use instead of 400, such as 415 for an unsupported body type. */
  as?: { status: number; headers: Readonly<Record<string, string>> };
}

const BAD_REQUEST = { status: 400, headers: {} };

/**
 * Rejects a request that exceeds a limit or whose body cannot be read: 400 `invalid_request` (RFC 6749 section 5.2), or an error page for
 * browsers. It does not redirect to the client, because an oversized `state` cannot be returned, and without it the client could not match
 * the response.
 */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { domain, violation, as: { status, headers } = BAD_REQUEST } = refusal;
  const path = pathOf(request);
  const event = getRequestEvent(response);
  event.route = getEndpoint(path) ?? 'unmatched';
  event.problem = ERROR;
  if (!request.complete) response.setHeader('Connection', 'close');
  if (isBrowserEndpoint({ path }) && acceptsHtml(request)) return sendRefusalPage(request, response, refusal);
  const body = JSON.stringify({ error: ERROR, error_description: violation });
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    ...getCacheHeaders(path),
    ...createChallengeHeader(path, { domain, violation }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** RFC 6750 section 3. */
function createChallengeHeader(path: string, { domain, violation }: Refusal): Record<string, string> {
  if (path !== PATHS.userinfo) return {};
  return { 'WWW-Authenticate': `Bearer realm="${domain.issuer}", error="${ERROR}", error_description="${violation}"` };
}

function sendRefusalPage(request: IncomingMessage, response: ServerResponse, { domain, violation, as = BAD_REQUEST }: Refusal): void {
  const context = createPageContext(request, domain);
  const { requestId } = getRequestEvent(response);
  const view = {
    kind: 'application-request',
    provider: null,
    requestId,
    backTo: null,
    oauthError: { code: ERROR, description: violation },
  } as const;
  sendPage(response, errorPage(context, view), { context, status: as.status });
}
