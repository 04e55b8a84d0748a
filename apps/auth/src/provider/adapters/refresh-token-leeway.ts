import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ProviderClient } from './provider-client.js';

/**
 * For how many seconds after its rotation the client of a token request may use a refresh token again; 0 in every other request: introspection,
 * for example, calls a rotated token inactive. Clients of the FAPI profiles have none, because their refresh tokens are not rotated.
 */
export function getRefreshTokenLeeway(ctx: KoaContextWithOIDC | undefined): number {
  if (ctx?.oidc.route !== 'token') return 0;
  const record = (ctx.oidc.client as unknown as ProviderClient | undefined)?.record;
  return !record || record.isFapi ? 0 : (record.client.refreshTokenLeeway ?? 0);
}
