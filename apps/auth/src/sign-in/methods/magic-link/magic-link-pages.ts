import { magicLinkPage, otherDevicePage } from '../../../pages/views/magic-link.view.js';
import { sendPage } from '../../../pages/http/send-page.js';
import { ACCOUNT_CLIENT_ID } from '../../../client/account-client.js';
import { redirect } from '../../context/sign-in-context.js';
import type { MagicLinkContext } from './magic-link-context.loader.js';

export const LANDING_PATH = '/connect/magiclink';

/** Shows the page of a magic link, without consuming the link. */
export function showLandingPage(requestContext: MagicLinkContext): void {
  const { pageContext, csrf, token, link } = requestContext;
  const action = link.interactionUid === null ? LANDING_PATH : `/sign-in/${encodeURIComponent(link.interactionUid)}/link`;
  const html = magicLinkPage(pageContext, {
    csrf,
    account: getUsername(requestContext),
    destination: getDestination(requestContext),
    action,
    fields: { token },
  });
  sendMagicLinkPage(requestContext, html);
}

/** Redirects to the other-device page. Its URL contains the token, so that the user can reload it. */
export function redirectToOtherDevicePage(requestContext: MagicLinkContext): void {
  redirect(requestContext, `${LANDING_PATH}?${new URLSearchParams({ token: requestContext.token, elsewhere: 'ask' }).toString()}`);
}

/** Shows a confirmation if the link is opened in another browser than the one that requested it. Does not consume the link. */
export function showOtherDevicePage(requestContext: MagicLinkContext): void {
  const { pageContext, csrf, token } = requestContext;
  const view = { csrf, application: getDestination(requestContext), account: getUsername(requestContext), fields: { token } };
  sendMagicLinkPage(
    requestContext,
    otherDevicePage(pageContext, { ...view, allow: `${LANDING_PATH}?elsewhere=allow`, deny: `${LANDING_PATH}?elsewhere=deny` }),
  );
}

/** The username, visible only to the holder of the link. */
function getUsername({ link }: MagicLinkContext): string {
  return String(link.attributes['preferred_username'] ?? '');
}

function getDestination({ link, linkedRequest, domain }: MagicLinkContext): string {
  if (link.redirectUri !== null) return new URL(link.redirectUri).host;
  return linkedRequest === null || linkedRequest.clientId === ACCOUNT_CLIENT_ID ? domain.name : linkedRequest.application;
}

/** The final form redirects to the application. */
function sendMagicLinkPage({ response, pageContext, link, linkedRequest }: MagicLinkContext, html: string): void {
  const target = link.redirectUri ?? linkedRequest?.redirectUri;
  sendPage(response, html, { context: pageContext, formTargets: target === undefined ? [] : [target] });
}
