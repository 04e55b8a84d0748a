import { buildAuthorizationUrl, createPendingSignIn, type PendingSignIn } from './sign-in.js';

const PENDING = 'pending-sign-in';

/** Whether this page is the redirect URI, with the issuer's answer. */
export const isAnswer = () => location.pathname === '/console/callback';

/**
 * Leaves for the issuer and comes back to where the operator was. The code verifier waits in the tab's session storage, is removed when it is
 * used, and is worth nothing without the code.
 */
export async function signInByRedirect(returnTo: string): Promise<void> {
  const pending = createPendingSignIn('redirect', returnTo);
  const url = await buildAuthorizationUrl(pending);
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  location.assign(url);
}

/** @returns the request that this tab sent, once; null if there is none */
export function takePending(): PendingSignIn | null {
  const stored = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return stored === null ? null : (JSON.parse(stored) as PendingSignIn);
}
