import { ACCOUNT_CLIENT_ID } from '../../client/account-client.js';
import { sendPage } from '../../pages/http/send-page.js';
import { inboxPage } from '../../pages/views/magic-link.view.js';
import { newAccountPage, signUpPage } from '../../pages/views/sign-up.view.js';
import type { InputError, SignUpView } from '../../pages/views/view-models.js';
import { getApplicationName, getSignInPath, PAGE_PATHS, type SignInContext } from '../context/sign-in-context.js';
import { MAGIC_LINK_TTL_SECONDS } from '../methods/magic-link/magic-link-token.js';
import { sendSignInPage } from '../state/sign-in-pages.js';
import type { SignUpContext } from './sign-up-context.loader.js';

export const SIGN_UP_PATH = '/connect/sign-up';

/** Asks for the mail address. */
export function showSignUpPage(requestContext: SignInContext, { challenge, error }: Pick<SignUpView, 'challenge' | 'error'>): void {
  const html = signUpPage(requestContext.pageContext, {
    csrf: requestContext.csrf,
    application: getApplicationName(requestContext),
    email: requestContext.cookieData.username,
    challenge,
    error,
    requestCount: requestContext.cookieData.requestCount,
    action: getSignInPath(requestContext, PAGE_PATHS.signUp),
    signIn: getSignInPath(requestContext, '?anew=yes'),
    cancel: getSignInPath(requestContext, '/cancel'),
  });
  sendSignInPage(requestContext, html);
}

/** Shows that a mail is on its way, or that there were too many. The page is the same for an address with an account. */
export function showSignUpSentPage(requestContext: SignInContext, address: string): void {
  const { isLimited, requestCount } = requestContext.cookieData;
  const html = inboxPage(requestContext.pageContext, {
    csrf: requestContext.csrf,
    purpose: 'sign-up',
    channel: 'email',
    username: address,
    minutes: MAGIC_LINK_TTL_SECONDS / 60,
    isLimited,
    requestCount,
    again: getSignInPath(requestContext, PAGE_PATHS.signUp),
    otherWay: getSignInPath(requestContext, '?anew=yes'),
    waiting: { progress: getSignInPath(requestContext, '/progress'), continueTo: getSignInPath(requestContext, '/continue') },
  });
  sendSignInPage(requestContext, html);
}

/** Shows the page of a sign-up link, without consuming the link. Its form ends at the application. */
export function showNewAccountPage(requestContext: SignUpContext, error: InputError | null): void {
  const { response, pageContext, signUp, linkedRequest, domain, csrf, token } = requestContext;
  const { interactionUid, redirectUri } = signUp;
  const isOfAccountPage = linkedRequest === null || linkedRequest.clientId === ACCOUNT_CLIENT_ID;
  const html = newAccountPage(pageContext, {
    csrf,
    email: signUp.email,
    name: String(signUp.attributes['name'] ?? ''),
    destination: isOfAccountPage ? domain.name : linkedRequest.application,
    error,
    action: interactionUid === null ? SIGN_UP_PATH : `/sign-in/${encodeURIComponent(interactionUid)}/sign-up/account`,
    fields: { token },
  });
  const target = redirectUri ?? linkedRequest?.redirectUri;
  sendPage(response, html, { context: pageContext, formTargets: target === undefined ? [] : [target] });
}
