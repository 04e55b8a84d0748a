import {
  buildAuthorizationUrl,
  createPendingSignIn,
  findIssuer,
  finishSignIn,
  type Issuer,
  type PendingSignIn,
  type Session,
} from './sign-in.js';

const PENDING = 'pending-sign-in';

/** Where a popup sends the issuer's answer to. */
export const CHANNEL = 'console-sign-in';

/** A request that this tab sent, and whom to: the answer's page need not ask again. */
interface StoredSignIn {
  pending: PendingSignIn;
  issuer: Issuer;
}

/**
 * Leaves for the issuer and comes back to where the operator was. The code verifier waits in the tab's session storage, is removed when it is
 * used, and is worth nothing without the code.
 *
 * @returns what is only ever rejected, if the sign-in could not begin
 */
export async function signInByRedirect(returnTo: string): Promise<never> {
  const pending = createPendingSignIn('redirect', returnTo);
  const url = await buildAuthorizationUrl(pending);
  sessionStorage.setItem(PENDING, JSON.stringify({ pending, issuer: await findIssuer() } satisfies StoredSignIn));
  location.assign(url);
  return new Promise(() => undefined);
}

/**
 * Takes the issuer's answer at the redirect URI, and goes back to where the operator was.
 *
 * @returns the session, or null if another window waits for the answer
 */
export function takeAnswer(answer: string): Promise<Session> | null {
  const state = new URLSearchParams(answer).get('state');
  if (state?.startsWith('popup.')) {
    new BroadcastChannel(CHANNEL).postMessage(answer);
    window.close();
    return null;
  }
  const stored = takeStored();
  if (!stored) return Promise.reject(new Error('This sign-in was finished before, or began in another tab.'));
  history.replaceState(null, '', stored.pending.returnTo);
  return finishSignIn(answer, stored.pending, stored.issuer);
}

/** @returns the request that this tab sent, once; null if there is none */
function takeStored(): StoredSignIn | null {
  const stored = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return stored === null ? null : (JSON.parse(stored) as StoredSignIn);
}
