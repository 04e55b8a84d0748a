import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { ProviderClient } from '../adapters/provider-client.js';
import { allowsOrigin, removeCorsHeaders } from '../../protocol/cors.js';
import { isCorsEndpoint } from '../../protocol/endpoints.js';

interface OidcContext {
  ctx: KoaContextWithOIDC;
  entity(key: string, value: unknown): void;
}

/**
 * Rejects requests from pages whose origin the client does not list. oidc-provider has this check, but skips it if the response already has
 * CORS headers, as every response of this service does. Checked against oidc-provider 9.13.3.
 */
export function refuseOtherOrigins(provider: Provider): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    if (key === 'Client' && isCorsEndpoint(this.ctx.path)) checkOrigin(this.ctx, value as ProviderClient);
  };
}

function checkOrigin({ req, res }: KoaContextWithOIDC, { record, clientId }: ProviderClient): void {
  if (allowsOrigin(record, req)) return;
  removeCorsHeaders(res);
  throw new errors.InvalidRequest(`origin ${req.headers.origin} not allowed for client: ${clientId}`);
}

/**
 * Removes CORS headers from responses to requests without an Origin header (Fetch section 3.2). oidc-provider would allow every origin
 * there. Checked against oidc-provider 9.13.3.
 */
export function removeUnrequestedCorsHeaders(ctx: KoaContextWithOIDC): void {
  if (ctx.get('Origin') !== '') return;
  ctx.remove('Access-Control-Allow-Origin');
  ctx.remove('Access-Control-Expose-Headers');
}
