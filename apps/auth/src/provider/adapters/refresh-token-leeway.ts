import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ProviderClient } from './provider-client.js';

/**
 * Seconds after its rotation in which a token request may use a refresh token again. 0 for all other requests, so introspection reports a
 * rotated token as inactive. Clients with FAPI profiles have no leeway, because their refresh tokens are not rotated.
 */
export function getRefreshTokenLeeway(ctx: KoaContextWithOIDC | undefined): number {
  if (ctx?.oidc.route !== 'token') return 0;
  const record = (ctx.oidc.client as unknown as ProviderClient | undefined)?.record;
  return !record || record.isFapi ? 0 : (record.client.refreshTokenLeeway ?? 0);
}
