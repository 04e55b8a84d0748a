import type { ServerResponse } from 'node:http';
import { sendNotFoundProblem } from '../../domain/not-found.js';
import { acceptsHtml } from './accepts-html.js';
import { sendErrorPage } from './page-error.filter.js';
import { PageRefusal } from './page-refusal.js';
import type { PageContext } from '../page-context.js';

/** The response for paths that a domain does not have. Browsers get a page, other clients a problem document. */
export function sendNotFound(response: ServerResponse, branding: PageContext['branding'] = null): void {
  if (acceptsHtml(response.req)) sendErrorPage(response, new PageRefusal('not-found', 404, branding), '/account');
  else sendNotFoundProblem(response);
}
