import { authenticatorAppPage, enrolmentPage, recoveryCodesPage } from '../../../../pages/views/enrolment.view.js';
import { sendPage } from '../../../../pages/http/send-page.js';
import type { InputError } from '../../../../pages/views/view-models.js';
import type { TotpEnrolment } from '../../../../totp/totp.service.js';
import type { Enrollable } from '../../../state/next-step.js';
import type { WelcomeContext } from './welcome-context.loader.js';

export function getWelcomePath({ link }: WelcomeContext, path = ''): string {
  return `/account/welcome${path}?link=${link.id}`;
}

/** Offers enrolment, so that the next sign-in needs no link. */
export function showEnrolmentPage(requestContext: WelcomeContext, offers: readonly Enrollable[], error: InputError | null): void {
  const address = (path: string): string => getWelcomePath(requestContext, path);
  const html = enrolmentPage(requestContext.pageContext, {
    csrf: requestContext.csrf,
    reason: requestContext.link.resetPasskeys ? 'reset' : 'offer',
    error,
    passkey: offers.includes('passkey') ? { options: address('/passkey/options'), action: address('/passkey') } : null,
    authenticatorApp: offers.includes('totp') ? address('/authenticator-app') : null,
    notNow: address('/finish'),
    cancel: null,
  });
  sendWelcomePage(requestContext, html);
}

/** Shows the secret of a new authenticator app, with a field for its first code. */
export function showAuthenticatorAppPage(requestContext: WelcomeContext, enrolment: TotpEnrolment, error: InputError | null): void {
  const { csrf, pageContext } = requestContext;
  const action = getWelcomePath(requestContext, '/authenticator-app/code');
  const html = authenticatorAppPage(pageContext, {
    csrf,
    ...enrolment,
    error,
    action,
    cancel: getWelcomePath(requestContext, '/authenticator-app/cancel'),
  });
  sendWelcomePage(requestContext, html);
}

export function showRecoveryCodesPage(requestContext: WelcomeContext, codes: readonly string[]): void {
  const { csrf, pageContext } = requestContext;
  const [download, continueTo] = [
    getWelcomePath(requestContext, '/recovery-codes/download'),
    getWelcomePath(requestContext, '/recovery-codes'),
  ];
  sendWelcomePage(requestContext, recoveryCodesPage(pageContext, { csrf, codes, download, continueTo }));
}

/** The final form redirects to the link's redirect URI. */
function sendWelcomePage({ response, pageContext, link }: WelcomeContext, html: string): void {
  sendPage(response, html, { context: pageContext, formTargets: [link.redirectUri] });
}
