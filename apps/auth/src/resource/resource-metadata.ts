import type { CachedResource } from '../domain/cached-resource.js';

/**
 * The metadata of a resource: RFC 9728 section 2. What only the API itself knows is absent: its own keys, and which proofs of possession
 * it verifies.
 */
export function describeResource({ audience, name, scopes }: CachedResource, issuer: string): object {
  return {
    resource: audience,
    authorization_servers: [issuer],
    // An empty list is omitted: RFC 9728 section 3.2.
    ...(scopes.length > 0 && { scopes_supported: scopes.map(({ scope }) => scope) }),
    bearer_methods_supported: ['header'],
    resource_name: name,
  };
}
