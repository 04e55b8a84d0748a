import { randomSecret } from '@latchkey/crypto';
import type { Acr } from '../assurance/assurance.js';
import { ACCOUNT_CLIENT_ID } from '../client/account-client.js';

/** Maximum age of a sign-in that may change the account. */
export const RECENT_SIGN_IN_SECONDS = 600;

/** The request needs a session, or a more recent or stronger sign-in. */
export class SignInRequiredError extends Error {
  /** @param change user who changes the account, and the acr they need; null if any sign-in suffices */
  constructor(
    private readonly issuer: string,
    private readonly change: { sub: string; assurance: Acr } | null,
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
function buildReauthenticationParameters({ sub, assurance }: { sub: string; assurance: Acr }): Record<string, string> {
  const claims = JSON.stringify({ id_token: { sub: { value: sub } } });
  return { max_age: String(RECENT_SIGN_IN_SECONDS), acr_values: assurance, claims };
}
