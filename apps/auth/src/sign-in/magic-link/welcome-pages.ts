import { authenticatorAppPage, enrolmentPage, recoveryCodesPage } from '../../pages/enrolment.view.js';
import { sendPage } from '../../pages/send-page.js';
import type { InputError } from '../../pages/view-models.js';
import type { TotpEnrolment } from '../../totp/totp.js';
import type { Enrollable } from '../next-step.js';
import type { WelcomeVisit } from './welcome-visits.js';

/** An address of the welcome. */
export function welcomeAddress({ link }: WelcomeVisit, path = ''): string {
  return `/account/welcome${path}?link=${link.id}`;
}

/** Offers to set something up, so that the next sign-in needs no link. */
export function showOffer(visit: WelcomeVisit, offers: readonly Enrollable[], error: InputError | null): void {
  const address = (path: string): string => welcomeAddress(visit, path);
  const html = enrolmentPage(visit.context, {
    csrf: visit.csrf,
    reason: visit.link.resetPasskeys ? 'reset' : 'offer',
    error,
    passkey: offers.includes('passkey') ? { options: address('/passkey/options'), action: address('/passkey') } : null,
    authenticatorApp: offers.includes('totp') ? address('/authenticator-app') : null,
    notNow: address('/finish'),
  });
  show(visit, html);
}

/** Shows the secret of a new authenticator app, and asks for a code. */
export function showSecret(visit: WelcomeVisit, enrolment: TotpEnrolment, error: InputError | null): void {
  const { csrf, context } = visit;
  const action = welcomeAddress(visit, '/authenticator-app/code');
  const html = authenticatorAppPage(context, {
    csrf,
    ...enrolment,
    error,
    action,
    cancel: welcomeAddress(visit, '/authenticator-app/cancel'),
  });
  show(visit, html);
}

export function showRecoveryCodes(visit: WelcomeVisit, codes: readonly string[]): void {
  const { csrf, context } = visit;
  const [download, continueTo] = [welcomeAddress(visit, '/recovery-codes/download'), welcomeAddress(visit, '/recovery-codes')];
  show(visit, recoveryCodesPage(context, { csrf, codes, download, continueTo }));
}

/** The last of the forms leads to where the link leads. */
function show({ response, context, link }: WelcomeVisit, html: string): void {
  sendPage(response, html, { context, formTargets: [link.redirectUri] });
}
