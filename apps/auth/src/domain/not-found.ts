import { getRequestEvent } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import type { ServerResponse } from 'node:http';
import { acceptsHtml } from '../pages/http/accepts-html.js';
import { sendErrorPage } from '../pages/http/page-error.filter.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import type { PageContext } from '../pages/page-context.js';

/** The answer for addresses that a domain does not have. Browsers get a page, other clients a problem document. */
export function sendNotFound(response: ServerResponse, branding: PageContext['branding'] = null): void {
  if (acceptsHtml(response.req)) sendErrorPage(response, new PageRefusal('not-found', 404, branding), '/account');
  else sendNotFoundProblem(response);
}

export function sendNotFoundProblem(response: ServerResponse): void {
  sendProblem(response, new Problem('not-found', 'There is nothing at this address.'), getRequestEvent(response));
}
