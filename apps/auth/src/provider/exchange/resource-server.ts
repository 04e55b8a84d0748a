import type { CachedClient } from '../../client/cached-client.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { CachedResource } from '../../domain/cached-resource.js';

/** The audience of a token with these scopes. */
export function describeResourceServer(
  api: CachedResource,
  scope: readonly string[],
  { client, domain }: { client: CachedClient; domain: CachedDomain },
) {
  return {
    audience: api.audience,
    scope: scope.join(' '),
    accessTokenTTL: client.accessTokenExpiry(api),
    accessTokenFormat: api.isOpaque ? ('opaque' as const) : ('jwt' as const),
    jwt: { sign: { alg: domain.accessTokenKey(client, Date.now(), api).algorithm } },
  };
}
