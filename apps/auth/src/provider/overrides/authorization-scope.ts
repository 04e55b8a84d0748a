import { errors, Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { limitGrantScope, listGrantableScopes } from '../../access-token/allowed-scope.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { getRequestedScope, isAuthorizationRequest } from './requested-parameters.js';

/**
 * Gives an authorization request without `scope` all that it could name (RFC 6749 section 3.3), before oidc-provider checks what needs the
 * scope `openid`. The accessor is what oidc-provider reads between resolving the request and that check; clients have no such metadata.
 * Checked against oidc-provider 9.13.3.
 */
export function assignDefaultScope(provider: Provider, domain: CachedDomain): void {
  Object.defineProperty(provider.Client.prototype, 'scope', {
    get(this: ProviderClient) {
      const ctx = Provider.ctx as KoaContextWithOIDC | undefined;
      if (ctx && isAuthorizationRequest(ctx) && !getRequestedScope(ctx))
        ctx.oidc.params!.scope = listDefaultScopes(ctx, this.record, domain).join(' ') || undefined;
      return undefined;
    },
  });
}

/**
 * Leaves out of an authorization request what the client may not have, and duplicates (RFC 6749 section 3.3). The token response names what
 * is left.
 *
 * @throws {errors.InvalidScope} if nothing is left
 */
export function limitRequestedScope(ctx: KoaContextWithOIDC, record: ProviderClient['record'], domain: CachedDomain): void {
  const requested = getRequestedScope(ctx);
  const granted = requested
    ? [...new Set(limitGrantScope(requested, { client: record, domain, resources: listResources(ctx) }))]
    : listDefaultScopes(ctx, record, domain);
  if (granted.length === 0) throw new errors.InvalidScope(describeNothing(record.client.clientId, requested), requested ?? '');
  // A pushed request keeps its scope, because it is limited again when it is used: parameters like `nonce` need the `openid` that was sent.
  const isPushing = ctx.oidc.route === 'pushed_authorization_request';
  ctx.oidc.params!.scope = (isPushing && requested) || granted.join(' ');
}

function listDefaultScopes(ctx: KoaContextWithOIDC, client: ProviderClient['record'], domain: CachedDomain): string[] {
  return [...new Set(listGrantableScopes({ client, domain, resources: listResources(ctx) }))];
}

function listResources({ oidc }: KoaContextWithOIDC): string[] {
  return [(oidc.params!.resource as string | string[] | undefined) ?? []].flat();
}

function describeNothing(clientId: string, requested: string | undefined): string {
  return requested
    ? `client ${clientId} may have none of the requested scopes: they are neither in its scope nor granted to it at a resource that the request names`
    : `client ${clientId} may have no scope of its own: name a resource that it was granted in the parameter resource`;
}
