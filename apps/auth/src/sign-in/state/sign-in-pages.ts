import type { Acr, Method } from '../../assurance/assurance.js';
import { authenticatorCodePage, recoveryCodePage } from '../../pages/views/code.view.js';
import { enrolmentPage } from '../../pages/views/enrolment.view.js';
import { inboxPage } from '../../pages/views/magic-link.view.js';
import { methodsPage } from '../../pages/views/methods.view.js';
import { ANY_IDENTITY_PROVIDER_URL } from '../../pages/http/page-headers.js';
import { sendPage } from '../../pages/http/send-page.js';
import { signInPage } from '../../pages/views/sign-in.view.js';
import type {
  CodeView,
  EnrolmentView,
  InboxView,
  InputError,
  PasskeyAction,
  IdentityProviderChoice,
  SignInMethod,
} from '../../pages/views/view-models.js';
import { getProviderMark } from '../../pages/provider-mark.js';
import { readRememberedMethod } from './remembered-method.cookie.js';
import { canBeFirstStep } from './next-step.js';
import {
  getSignInPath,
  getApplicationName,
  PAGE_PATHS,
  getAuthorizationParameter,
  allowsLocalUsers,
  allowsSignUp,
  type SignInContext,
} from '../context/sign-in-context.js';

/** The entered username, and the error of the last form. */
export interface SignInInput {
  username: string;
  error?: InputError | null;
}

/** Sends a sign-in page. Its forms may redirect to the application and to identity providers. @param pictures URLs, see PageOrigins */
export function sendSignInPage(requestContext: SignInContext, html: string, pictures: readonly (string | null)[] = []): void {
  const redirectUri = getAuthorizationParameter(requestContext, 'redirect_uri');
  const applicationTargets = redirectUri === undefined ? [] : [redirectUri];
  const identityProviderTargets =
    requestContext.identityProviders.length === 0 ? [] : [ANY_IDENTITY_PROVIDER_URL, requestContext.domain.issuer];
  sendPage(requestContext.response, html, {
    context: requestContext.pageContext,
    pictures,
    formTargets: [...applicationTargets, ...identityProviderTargets],
  });
}

/** Shows the first page: username, passkey and identity providers. */
export function showSignInPage(requestContext: SignInContext, { username, error = null }: SignInInput): void {
  const view = {
    csrf: requestContext.csrf,
    application: getApplicationName(requestContext),
    username,
    error,
    continueTo: allowsLocalUsers(requestContext) ? getSignInPath(requestContext) : null,
    accounts: requestContext.knownAccounts.map((account) => ({
      username: account.username,
      isSignedIn: account.sub === requestContext.interaction.session?.sub,
    })),
    forget: getSignInPath(requestContext, '/forget'),
    passkey: allowsLocalUsers(requestContext) ? buildPasskeyAction(requestContext) : null,
    providers: listIdentityProviderChoices(requestContext),
    signUp: allowsSignUp(requestContext) ? getSignInPath(requestContext, PAGE_PATHS.signUp) : null,
    cancel: getSignInPath(requestContext, '/cancel'),
  };
  sendSignInPage(requestContext, signInPage(requestContext.pageContext, view));
}

/** Shows the choice of methods. The page is the same for unknown usernames. */
export function showMethodsPage(requestContext: SignInContext, required: Acr, { username, error = null }: SignInInput): void {
  const all: Method[] = ['passkey', 'email-link', 'text-link', 'totp', 'recovery-code'];
  const methods = all.filter((method) => canBeFirstStep(method, required));
  sendSignInPage(
    requestContext,
    methodsPage(requestContext.pageContext, { step: 'first', username, error, ...buildMethodActions(requestContext, methods) }),
  );
}

/** Shows the choice of second factors. */
export function showSecondStepPage(
  requestContext: SignInContext,
  methods: readonly Method[],
  { username, error = null }: SignInInput,
): void {
  sendSignInPage(
    requestContext,
    methodsPage(requestContext.pageContext, { step: 'second', username, error, ...buildMethodActions(requestContext, methods) }),
  );
}

export function showCodePage(
  requestContext: SignInContext,
  method: 'totp' | 'recovery-code',
  { username, error = null }: SignInInput,
): void {
  const isTotp = method === 'totp';
  const view: CodeView = {
    csrf: requestContext.csrf,
    application: getApplicationName(requestContext),
    username,
    error,
    action: getSignInPath(requestContext, isTotp ? '/authenticator-app/code' : '/recovery-code/code'),
    otherWay: getSignInPath(requestContext, PAGE_PATHS.methods),
  };
  sendSignInPage(requestContext, (isTotp ? authenticatorCodePage : recoveryCodePage)(requestContext.pageContext, view));
}

/** Shows that a link is on its way, or that there were too many. The page is the same for unknown usernames. */
export function showInboxPage(
  requestContext: SignInContext,
  view: Pick<InboxView, 'channel' | 'minutes' | 'username' | 'isLimited' | 'requestCount'>,
): void {
  const html = inboxPage(requestContext.pageContext, {
    csrf: requestContext.csrf,
    purpose: 'sign-in',
    ...view,
    again: getSignInPath(requestContext, `/${view.channel}`),
    otherWay: getSignInPath(requestContext, PAGE_PATHS.methods),
    waiting: { progress: getSignInPath(requestContext, '/progress'), continueTo: getSignInPath(requestContext, '/continue') },
  });
  sendSignInPage(requestContext, html);
}

/** @param methods methods to offer */
export function showEnrolmentPage(
  requestContext: SignInContext,
  reason: EnrolmentView['reason'],
  { methods, error = null }: { methods: readonly ('passkey' | 'totp')[]; error?: InputError | null },
): void {
  const view: EnrolmentView = {
    csrf: requestContext.csrf,
    reason,
    error,
    passkey: methods.includes('passkey')
      ? { options: getSignInPath(requestContext, '/new-passkey/options'), action: getSignInPath(requestContext, '/new-passkey') }
      : null,
    authenticatorApp: methods.includes('totp') ? getSignInPath(requestContext, '/new-authenticator-app') : null,
    notNow: reason === 'offer' ? getSignInPath(requestContext, '/finish') : null,
    cancel: reason === 'offer' ? null : getSignInPath(requestContext, '/cancel'),
  };
  sendSignInPage(requestContext, enrolmentPage(requestContext.pageContext, view));
}

function buildPasskeyAction(requestContext: SignInContext): PasskeyAction {
  return { options: getSignInPath(requestContext, '/passkey/options'), action: getSignInPath(requestContext, '/passkey') };
}

/** The one that the browser used last comes first. */
function listIdentityProviderChoices(requestContext: SignInContext): IdentityProviderChoice[] {
  const remembered = readRememberedMethod(requestContext);
  const choices = requestContext.identityProviders.map(({ name, displayName, issuer }) => ({
    displayName,
    mark: getProviderMark(issuer),
    isRemembered: remembered?.kind === 'provider' && remembered.name === name,
    action: getSignInPath(requestContext, `/provider/${encodeURIComponent(name)}`),
  }));
  return choices.toSorted((one, other) => Number(other.isRemembered) - Number(one.isRemembered));
}

const SIGN_IN_METHODS: Partial<Record<Method, SignInMethod>> = {
  passkey: 'passkey',
  'email-link': 'email',
  'text-link': 'sms',
  totp: 'authenticatorApp',
  'recovery-code': 'recoveryCode',
};

function findRememberedMethod(requestContext: SignInContext): SignInMethod | null {
  const remembered = readRememberedMethod(requestContext);
  return remembered?.kind === 'method' ? (SIGN_IN_METHODS[remembered.method] ?? null) : null;
}

function buildMethodActions(requestContext: SignInContext, methods: readonly Method[]) {
  const action = (method: Method, path: string) => (methods.includes(method) ? getSignInPath(requestContext, path) : null);
  return {
    csrf: requestContext.csrf,
    application: getApplicationName(requestContext),
    remembered: findRememberedMethod(requestContext),
    passkey: methods.includes('passkey') ? buildPasskeyAction(requestContext) : null,
    email: requestContext.availableChannels.email ? action('email-link', '/email') : null,
    sms: requestContext.availableChannels.sms ? action('text-link', '/sms') : null,
    authenticatorApp: action('totp', '/authenticator-app'),
    recoveryCode: action('recovery-code', '/recovery-code'),
    providers: [],
    startOver: getSignInPath(requestContext, '?anew=yes'),
    cancel: getSignInPath(requestContext, '/cancel'),
  };
}
