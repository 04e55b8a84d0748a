import { randomSecret } from '@latchkey/crypto';
import type { IncomingMessage } from 'node:http';
import type { Acr } from '../assurance/assurance.js';
import { ACCOUNT_CLIENT_ID } from '../client/account-client.js';

/** Maximum age of a sign-in that may change the account. */
export const RECENT_SIGN_IN_SECONDS = 600;

/** The pages to which a sign-in that they require leads back. */
const RETURN_PAGES = ['/account/data', '/account/profile'];

/** The request needs a session, or a more recent or stronger sign-in. */
export class SignInRequiredError extends Error {
  /** @param change user who changes the account, the acr they need, and the request; null if any sign-in suffices */
  constructor(
    private readonly issuer: string,
    private readonly change: { sub: string; assurance: Acr; from: IncomingMessage } | null,
  ) {
    super('Sign-in required');
  }

  /** URL of an authorization request by the built-in account client, which returns to the account page. */
  get location(): string {
    const request = new URLSearchParams({
      client_id: ACCOUNT_CLIENT_ID,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${this.issuer}/account`,
      // The challenge has no known verifier, so the code cannot be redeemed. Only the new session matters.
      code_challenge: randomSecret(),
      code_challenge_method: 'S256',
      ...(this.change && buildReauthenticationParameters(this.change)),
    });
    return `/connect/authorize?${request.toString()}`;
  }
}

/** Requires the same user (OpenID Connect Core section 5.5.1), a recent sign-in and a sufficient acr. */
function buildReauthenticationParameters({ sub, assurance, from }: { sub: string; assurance: Acr; from: IncomingMessage }) {
  const claims = JSON.stringify({ id_token: { sub: { value: sub } } });
  const page = RETURN_PAGES.find((path) => path === from.url);
  return { max_age: String(RECENT_SIGN_IN_SECONDS), acr_values: assurance, claims, ...(page && { state: page }) };
}

/** @param state of an authorization response @returns the page that had required the sign-in; else the account page */
export function getReturnPage(state: string | null): string {
  // control: a sign-in leads back to a page of the account only
  return RETURN_PAGES.find((path) => path === state) ?? '/account';
}
