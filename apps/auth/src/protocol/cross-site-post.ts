import { getRequestEvent } from '@latchkey/observability';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachedDomain } from '../domain/cached-domain.js';
import { createPageContext } from '../pages/page-context.js';
import { sendPage } from '../pages/http/send-page.js';
import { PATHS } from './endpoints.js';
import { formPostPage } from '../pages/views/sign-out.view.js';

/** OpenID Connect requires GET and POST here (Core section 3.1.2.1, RP-Initiated Logout section 2). */
const BROWSER_ENDPOINTS = new Set<string>([PATHS.authorization, PATHS.endSession]);
/** Proxies and browsers accept URLs of this length. A longer form is posted again. */
const MAX_REDIRECTED_BYTES = 8_192;
/** The query that marks a form as posted by a page of the domain. */
const SAME_SITE_QUERY = 'own';

/** Whether another site may have sent the form. Browsers send no SameSite=Lax cookies with a cross-site POST. */
export function isCrossSitePost({ method, url = '' }: IncomingMessage): boolean {
  const [path = '', query] = url.split('?', 2);
  return method === 'POST' && BROWSER_ENDPOINTS.has(path) && query !== SAME_SITE_QUERY;
}

/** Whether a page of the domain posted the form. */
export function isSameSitePost({ method, url = '' }: IncomingMessage): boolean {
  const [path = '', query] = url.split('?', 2);
  return method === 'POST' && BROWSER_ENDPOINTS.has(path) && query === SAME_SITE_QUERY;
}

/**
 * Makes the browser send the request again from this site, with its cookies: by GET with the form as query or, if that is too long, by a
 * page that posts the form again.
 */
export function resubmitSameSite(
  request: IncomingMessage,
  response: ServerResponse,
  { domain, form }: { domain: CachedDomain; form: string },
): void {
  const event = getRequestEvent(response);
  event.route = request.url!.split('?', 1)[0]!;
  if (form.length > MAX_REDIRECTED_BYTES) return sendResubmitForm(request, response, { domain, form });
  const location = `${domain.issuer}${event.route}?${new URLSearchParams(form).toString()}`;
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

/** The response leads to the application, so the page's policy must allow that navigation. */
function sendResubmitForm(
  request: IncomingMessage,
  response: ServerResponse,
  { domain, form }: { domain: CachedDomain; form: string },
): void {
  const parameters = new URLSearchParams(form);
  const context = createPageContext(request, domain, parameters.get('ui_locales') ?? undefined);
  const action = `${getRequestEvent(response).route}?${SAME_SITE_QUERY}`;
  const view = { application: domain.name, action, fields: [...parameters] };
  const targets = [parameters.get('redirect_uri'), parameters.get('post_logout_redirect_uri')];
  const formTargets = targets.filter((target): target is string => target !== null && URL.canParse(target));
  sendPage(response, formPostPage(context, view), { context, formTargets });
}
