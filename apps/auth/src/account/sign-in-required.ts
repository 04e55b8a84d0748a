import { randomSecret } from '@latchkey/crypto';
import type { Acr } from '../assurance/assurance.js';
import { ACCOUNT_CLIENT_ID } from '../provider/account-client.js';

/** Seconds for which a sign-in is recent enough for changes of the account. */
export const RECENT_SIGN_IN_SECONDS = 600;

/** Nobody is signed in, or not recently or surely enough for what they want to do. */
export class SignInRequiredError extends Error {
  /** @param change who wants to change their account, and how surely they have to sign in for it; null: any sign-in will do */
  constructor(
    private readonly issuer: string,
    private readonly change: { sub: string; assurance: Acr } | null,
  ) {
    super('sign-in needed');
  }

  /** Where the person signs in, and comes back from to the account page: an authorization request of our own client. */
  get location(): string {
    const request = new URLSearchParams({
      client_id: ACCOUNT_CLIENT_ID,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${this.issuer}/account`,
      // Nobody knows the verifier, so nobody can redeem the code: what counts is the session that the sign-in begins.
      code_challenge: randomSecret(),
      code_challenge_method: 'S256',
      ...(this.change && buildReauthenticationParameters(this.change)),
    });
    return `/connect/authorize?${request.toString()}`;
  }
}

/** What the sign-in has to be: of nobody else (OpenID Connect Core section 5.5.1), recent, and sure. */
function buildReauthenticationParameters({ sub, assurance }: { sub: string; assurance: Acr }): Record<string, string> {
  const claims = JSON.stringify({ id_token: { sub: { value: sub } } });
  return { max_age: String(RECENT_SIGN_IN_SECONDS), acr_values: assurance, claims };
}
