import { EXPIRY } from '@latchkey/oauth';
import type { AccessToken, Client, ClientCredentials, Configuration, KoaContextWithOIDC, Session } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from './provider-client.js';

/** Seconds that a session lasts after the sign-in. Nothing extends it. */
const SESSION_SECONDS = 86_400;
/** Seconds that a session without a user lasts. It remembers a logout until the user confirms it. */
const ANONYMOUS_SESSION_SECONDS = 3_600;
/** Seconds that a grant outlives the tokens that depend on it. */
const MARGIN_SECONDS = 600;
// control: an authorization code lives for a minute
const CODE_SECONDS = 60;
/** RFC 8628 section 3.2: the device says how long its code lasts, and how many seconds it waits between two polls. */
export const DEVICE_CODE_SECONDS = 600;
export const DEVICE_POLL_INTERVAL_SECONDS = 5;
/** Lifetime of a used interaction, counted from its creation. */
export const INTERACTION_SECONDS = 3_600;
/** Lifetime of an unused interaction in the database. Its cookies always last INTERACTION_SECONDS. */
export const UNTOUCHED_INTERACTION_SECONDS = 600;

/** Lifetimes in seconds, from the client's configuration or the defaults. */
export const LIFETIMES: Configuration['ttl'] = {
  ClientCredentials: getAccessTokenLifetime,
  AccessToken: getAccessTokenLifetime,
  AuthorizationCode: CODE_SECONDS,
  DeviceCode: DEVICE_CODE_SECONDS,
  IdToken: (_ctx, _token, client) => getCachedClient(client).client.idTokenExpiry ?? EXPIRY.idToken,
  RefreshToken: (ctx, _token, client) => getRefreshTokenLifetime(ctx, client),
  Interaction: INTERACTION_SECONDS,
  Session: (_ctx, session) => getSessionLifetime(session),
  // Each grant has a lifetime that depends on its client: see grants.ts.
  Grant: EXPIRY.max,
};

export function getSessionLifetime({ loginTs }: Pick<Session, 'loginTs'>): number {
  // control: a session ends a day after the sign-in
  return loginTs === undefined ? ANONYMOUS_SESSION_SECONDS : Math.max(1, loginTs + SESSION_SECONDS - Math.floor(Date.now() / 1_000));
}

/** Long enough for any token that the client may get under it. */
export function getGrantLifetime(client: Client, { resources }: Pick<CachedDomain, 'resources'>): number {
  const record = getCachedClient(client);
  const accessTokens = [undefined, ...resources.values()].map((resource) => record.accessTokenExpiry(resource));
  return Math.max(record.client.refreshTokenExpiry ?? EXPIRY.refreshToken, ...accessTokens) + MARGIN_SECONDS;
}

/** What it is for decides: see resource-indicators.ts. */
function getAccessTokenLifetime(_ctx: unknown, token: AccessToken | ClientCredentials): number {
  return token.resourceServer!.accessTokenTTL!;
}

/** A token that replaces another one keeps its expiry, because rotation does not extend the original grant. */
function getRefreshTokenLifetime(ctx: KoaContextWithOIDC, client: Client): number {
  // control: rotation does not prolong a refresh token
  const rotated = ctx.oidc?.entities.RotatedRefreshToken;
  return rotated ? Math.max(1, rotated.remainingTTL) : (getCachedClient(client).client.refreshTokenExpiry ?? EXPIRY.refreshToken);
}

function getCachedClient(client: Client): ProviderClient['record'] {
  return (client as unknown as ProviderClient).record;
}
