import type { Request } from 'express';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { createPageContext } from '../../pages/page-context.js';
import { sendPage } from '../../pages/http/send-page.js';
import { formPostPage } from '../../pages/views/sign-out.view.js';
import { APPLE_USER_PARAMETER } from './apple-name.js';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';

/** Proxies and browsers accept URLs of this length. A longer response is posted again. */
const MAX_REDIRECTED_LENGTH = 8_192;
/** The query that marks a response as posted by the domain's own page. */
const SAME_SITE_QUERY = 'own';

/** Whether the domain's own page posted the response, so that the browser sent the domain's cookies. */
export function isSameSitePost({ url }: Pick<Request, 'url'>): boolean {
  return url.split('?', 2)[1] === SAME_SITE_QUERY;
}

/**
 * @param ignored a parameter to leave out
 *
 * @returns the authorization response of a posted form, as a query: OAuth 2.0 Form Post Response Mode section 2
 */
export function readFormResponse({ body }: Pick<Request, 'body'>, ignored: string | null): string {
  const parameters = Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, values]) =>
    [values].flat().flatMap((value): [string, string][] => (typeof value === 'string' && name !== ignored ? [[name, value]] : [])),
  );
  return new URLSearchParams(parameters).toString();
}

/**
 * Makes the browser send a posted response again from this site, because browsers send no SameSite=Lax cookies with a cross-site POST. Uses
 * GET with the form as query or, if that is too long or has personal data, which an address must not contain, a page that posts it again.
 */
export function resubmitResponse(requestContext: DomainRequest, name: string, parameters: string): void {
  const { response, domain } = requestContext;
  const location = `${buildRedirectUri(domain, name)}?${parameters}`;
  const isPersonal = new URLSearchParams(parameters).has(APPLE_USER_PARAMETER);
  if (isPersonal || location.length > MAX_REDIRECTED_LENGTH) return resubmitForm(requestContext, new URL(location).pathname, parameters);
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end();
}

/**
 * Leads on from a form that the domain's own page posted. No redirect: Chromium applies the form-action of that page to all redirects, up to the
 * application, whose address is unknown there.
 */
export function leadOn({ response }: DomainRequest, address: string): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  response.writeHead(200, { ...headers, Refresh: `0; url=${address}` }).end();
}

/** Shows a page that posts a form again from this site. @param path of the form @param parameters the form, encoded */
export function resubmitForm({ request, response, domain }: DomainRequest, path: string, parameters: string): void {
  const context = createPageContext(request, domain);
  const view = { application: domain.name, action: `${path}?${SAME_SITE_QUERY}`, fields: [...new URLSearchParams(parameters)] };
  sendPage(response, formPostPage(context, view), { context });
}
