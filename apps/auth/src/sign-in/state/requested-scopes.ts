import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ResourceClient } from '../../domain/cached-resource.js';
import type { RequestedScopes } from '../../pages/views/view-models.js';

/** What an application asks for. */
interface ScopeRequest {
  client: ResourceClient;
  scopes: readonly string[];
  /** The parameter `resource`: RFC 8707. */
  resource: unknown;
}

/** Groups the requested scopes for a page: those at the APIs that the request names, with their descriptions, and the others. */
export function groupScopes({ resources }: Pick<CachedDomain, 'resources'>, { client, scopes, resource }: ScopeRequest): RequestedScopes {
  const named = [resource].flat().flatMap((audience) => resources.get(String(audience)) ?? []);
  const apis = named.map((api) => {
    const granted = new Set(api.listScopesOf(client));
    return { name: api.name, scopes: api.scopes.filter(({ scope }) => granted.has(scope) && scopes.includes(scope)) };
  });
  const ofApis = new Set(apis.flatMap((api) => api.scopes.map(({ scope }) => scope)));
  return {
    scopes: scopes.filter((scope) => !ofApis.has(scope)),
    apis: apis
      .filter((api) => api.scopes.length > 0)
      .map((api) => ({ name: api.name, descriptions: api.scopes.map(({ description }) => description) })),
  };
}
