import { requestEventOf } from '@latchkey/observability';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DomainRecord } from '../domain/domain-record.js';
import { errorPage } from '../pages/views/error.view.js';
import { chooseLanguage } from '../pages/i18n/language.js';
import { sendPage } from '../pages/http/send-page.js';
import { acceptsHtml } from '../pages/http/accepts-html.js';
import { cachingOf, endpointOf } from './endpoints.js';
import { isForPeople } from './protocol-pages.js';

const ERROR = 'invalid_request';

/**
 * Answers a request that exceeds a limit: 400 `invalid_request` (RFC 6749 section 5.2), for browsers by an error page. The client of an
 * authorization request is not told by a redirect: a `state` that is too long cannot be sent back, and without it the client could not tell
 * whose answer that is.
 */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: { domain: DomainRecord; fault: string }): void {
  const { domain, fault } = refusal;
  const path = pathOf(request);
  const event = requestEventOf(response);
  event.route = endpointOf(path) ?? 'unmatched';
  event.problem = ERROR;
  if (!request.complete) response.setHeader('Connection', 'close');
  if (isForPeople({ path }) && acceptsHtml(request)) return sendRefusalPage(request, response, domain);
  const body = JSON.stringify({ error: ERROR, error_description: fault });
  response.writeHead(400, {
    'Cache-Control': 'no-store',
    ...cachingOf(path),
    ...challengeOf(path, { domain, fault }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** RFC 6750 section 3. */
function challengeOf(path: string, { domain, fault }: { domain: DomainRecord; fault: string }): Record<string, string> {
  if (path !== '/connect/userinfo') return {};
  return { 'WWW-Authenticate': `Bearer realm="${domain.issuer}", error="${ERROR}", error_description="${fault}"` };
}

function sendRefusalPage({ headers }: IncomingMessage, response: ServerResponse, { name, branding }: DomainRecord): void {
  const context = { domain: name, branding, language: chooseLanguage(undefined, headers['accept-language']) };
  const { requestId } = requestEventOf(response);
  const view = { kind: 'application-request', provider: null, requestId, backTo: null } as const;
  sendPage(response, errorPage(context, view), { context, status: 400 });
}
