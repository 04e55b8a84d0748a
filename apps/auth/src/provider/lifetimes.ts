import { EXPIRY } from '@latchkey/oauth';
import type { Client, Configuration, KoaContextWithOIDC, Session } from 'oidc-provider';
import type { ProviderClient } from './seams.js';

/** Seconds that a session lasts, counted from the sign-in: nothing prolongs it. */
const SESSION = 86_400;
/** Seconds that a session without a user lasts: it remembers a logout that is being confirmed. */
const ANONYMOUS_SESSION = 3_600;
/** Seconds that a grant outlives the tokens that lean on it. */
const MARGIN = 600;
const CODE = 60;
/** Lifetime of an interaction that its user has touched, from its creation. */
export const INTERACTION_SECONDS = 3_600;
/** Lifetime of an untouched interaction in the database. Its cookies always last INTERACTION_SECONDS. */
export const UNTOUCHED_INTERACTION_SECONDS = 600;

/** How long what is issued lasts, in seconds: what the client's configuration says, or the standard. */
export const LIFETIMES: Configuration['ttl'] = {
  ClientCredentials: (_ctx, token) => recordOf(token.client!).accessTokenExpiry,
  AccessToken: (_ctx, token) => recordOf(token.client!).accessTokenExpiry,
  AuthorizationCode: CODE,
  IdToken: (_ctx, _token, client) => recordOf(client).client.idTokenExpiry ?? EXPIRY.idToken,
  RefreshToken: (ctx, _token, client) => refreshTokenLifetime(ctx, client),
  Interaction: INTERACTION_SECONDS,
  Session: (_ctx, session) => sessionLifetime(session),
  // Each grant says itself, by its client: see grants.ts.
  Grant: EXPIRY.most,
};

export function sessionLifetime({ loginTs }: Pick<Session, 'loginTs'>): number {
  return loginTs === undefined ? ANONYMOUS_SESSION : Math.max(1, loginTs + SESSION - Math.floor(Date.now() / 1_000));
}

/** Long enough for any token that the client may get under it. */
export function grantLifetime(client: Client): number {
  const { accessTokenExpiry, client: configuration } = recordOf(client);
  return Math.max(configuration.refreshTokenExpiry ?? EXPIRY.refreshToken, accessTokenExpiry) + MARGIN;
}

/** A token that replaces another ends when that one would have: rotation does not prolong what was granted once. */
function refreshTokenLifetime(ctx: KoaContextWithOIDC, client: Client): number {
  const rotated = ctx.oidc?.entities.RotatedRefreshToken;
  return rotated ? Math.max(1, rotated.remainingTTL) : (recordOf(client).client.refreshTokenExpiry ?? EXPIRY.refreshToken);
}

function recordOf(client: Client): ProviderClient['record'] {
  return (client as unknown as ProviderClient).record;
}
