import type { Acr, Method } from '../assurance/assurance.js';
import { authenticatorCodePage, recoveryCodePage } from '../pages/code.view.js';
import { enrolmentPage } from '../pages/enrolment.view.js';
import { inboxPage } from '../pages/magic-link.view.js';
import { methodsPage } from '../pages/methods.view.js';
import { SOME_PROVIDER } from '../pages/page-headers.js';
import { sendPage } from '../pages/send-page.js';
import { signInPage } from '../pages/sign-in.view.js';
import type { CodeView, EnrolmentView, InboxView, InputError, PasskeyAction, ProviderChoice } from '../pages/view-models.js';
import { isOpening } from './next-step.js';
import { addressOf, applicationOf, PAGES, parameterOf, takesLocalUsers, type SignInVisit } from './visit.js';

/** Who was named, and what was wrong with what they entered. */
export interface Entered {
  username: string;
  error?: InputError | null;
}

/** Sends a page of a sign-in. Its forms may lead to the application too, where the last one goes, and to providers. */
export function show(visit: SignInVisit, html: string): void {
  const redirectUri = parameterOf(visit, 'redirect_uri');
  const application = redirectUri === undefined ? [] : [redirectUri];
  const providers = visit.providers.length === 0 ? [] : [SOME_PROVIDER, visit.domain.issuer];
  sendPage(visit.response, html, { context: visit.context, formTargets: [...application, ...providers] });
}

/** Who are you? */
export function showSignIn(visit: SignInVisit, { username, error = null }: Entered): void {
  const view = {
    csrf: visit.csrf,
    application: applicationOf(visit),
    username,
    error,
    continueTo: takesLocalUsers(visit) ? addressOf(visit) : null,
    passkey: takesLocalUsers(visit) ? passkeySignIn(visit) : null,
    providers: providerChoices(visit),
    cancel: addressOf(visit, '/cancel'),
  };
  show(visit, signInPage(visit.context, view));
}

/** How do you sign in? The same for a name that nobody has. */
export function showMethods(visit: SignInVisit, required: Acr, { username, error = null }: Entered): void {
  const all: Method[] = ['passkey', 'email-link', 'text-link', 'totp', 'recovery-code'];
  const methods = all.filter((method) => isOpening(method, required));
  show(visit, methodsPage(visit.context, { step: 'first', username, error, ...methodActions(visit, methods) }));
}

/** And by what else? */
export function showSecondStep(visit: SignInVisit, methods: readonly Method[], { username, error = null }: Entered): void {
  show(visit, methodsPage(visit.context, { step: 'second', username, error, ...methodActions(visit, methods) }));
}

export function showCode(visit: SignInVisit, method: 'totp' | 'recovery-code', { username, error = null }: Entered): void {
  const isTotp = method === 'totp';
  const view: CodeView = {
    csrf: visit.csrf,
    application: applicationOf(visit),
    username,
    error,
    action: addressOf(visit, isTotp ? '/authenticator-app/code' : '/recovery-code/code'),
    otherWay: addressOf(visit, PAGES.methods),
  };
  show(visit, (isTotp ? authenticatorCodePage : recoveryCodePage)(visit.context, view));
}

/** A link is on its way, or would be. */
export function showInbox(visit: SignInVisit, { channel, minutes, username }: Pick<InboxView, 'channel' | 'minutes' | 'username'>): void {
  const again = addressOf(visit, `/${channel}`);
  show(visit, inboxPage(visit.context, { csrf: visit.csrf, channel, minutes, username, again, otherWay: addressOf(visit, PAGES.methods) }));
}

/** @param methods what there is to choose from */
export function showEnrolment(
  visit: SignInVisit,
  reason: EnrolmentView['reason'],
  { methods, error = null }: { methods: readonly ('passkey' | 'totp')[]; error?: InputError | null },
): void {
  const view: EnrolmentView = {
    csrf: visit.csrf,
    reason,
    error,
    passkey: methods.includes('passkey')
      ? { options: addressOf(visit, '/new-passkey/options'), action: addressOf(visit, '/new-passkey') }
      : null,
    authenticatorApp: methods.includes('totp') ? addressOf(visit, '/new-authenticator-app') : null,
    notNow: reason === 'offer' ? addressOf(visit, '/finish') : null,
  };
  show(visit, enrolmentPage(visit.context, view));
}

function passkeySignIn(visit: SignInVisit): PasskeyAction {
  return { options: addressOf(visit, '/passkey/options'), action: addressOf(visit, '/passkey') };
}

function providerChoices(visit: SignInVisit): ProviderChoice[] {
  return visit.providers.map(({ name, displayName }) => ({
    displayName,
    action: addressOf(visit, `/provider/${encodeURIComponent(name)}`),
  }));
}

function methodActions(visit: SignInVisit, methods: readonly Method[]) {
  const action = (method: Method, path: string) => (methods.includes(method) ? addressOf(visit, path) : null);
  return {
    csrf: visit.csrf,
    application: applicationOf(visit),
    passkey: methods.includes('passkey') ? passkeySignIn(visit) : null,
    email: visit.sends.email ? action('email-link', '/email') : null,
    sms: visit.sends.sms ? action('text-link', '/sms') : null,
    authenticatorApp: action('totp', '/authenticator-app'),
    recoveryCode: action('recovery-code', '/recovery-code'),
    providers: [],
    startOver: addressOf(visit, '?anew=yes'),
  };
}
