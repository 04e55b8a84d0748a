import { magicLinkPage, otherDevicePage } from '../../pages/magic-link.view.js';
import { sendPage } from '../../pages/send-page.js';
import { ACCOUNT_CLIENT_ID } from '../../provider/account-client.js';
import { redirect } from '../visit.js';
import type { LinkVisit } from './link-visits.js';

export const LANDING = '/connect/magiclink';

/** Where a link leads: nothing has happened yet. */
export function showLanding(visit: LinkVisit): void {
  const { context, csrf, token, link } = visit;
  const action = link.interactionUid === null ? LANDING : `/sign-in/${encodeURIComponent(link.interactionUid)}/link`;
  const html = magicLinkPage(context, { csrf, account: accountOf(visit), destination: destinationOf(visit), action, fields: { token } });
  send(visit, html);
}

/** Turns to that page: the address of the link itself, so that it can be asked for again. */
export function askElsewhere(visit: LinkVisit): void {
  redirect(visit, `${LANDING}?${new URLSearchParams({ token: visit.token, elsewhere: 'ask' }).toString()}`);
}

/** The link was opened in another browser than the one in which it was asked for. Still nothing has happened. */
export function showOtherDevice(visit: LinkVisit): void {
  const { context, csrf, token } = visit;
  const view = { csrf, application: destinationOf(visit), account: accountOf(visit), fields: { token } };
  send(visit, otherDevicePage(context, { ...view, allow: `${LANDING}?elsewhere=allow`, deny: `${LANDING}?elsewhere=deny` }));
}

/** What its user would enter: shown to nobody but who has the link. */
function accountOf({ link }: LinkVisit): string {
  return String(link.attributes['preferred_username'] ?? '');
}

function destinationOf({ link, origin, domain }: LinkVisit): string {
  if (link.redirectUri !== null) return new URL(link.redirectUri).host;
  return origin === null || origin.clientId === ACCOUNT_CLIENT_ID ? domain.name : origin.clientId;
}

/** The last of the forms leads to the application. */
function send({ response, context, link, origin }: LinkVisit, html: string): void {
  const target = link.redirectUri ?? origin?.redirectUri;
  sendPage(response, html, { context, formTargets: target === undefined ? [] : [target] });
}
