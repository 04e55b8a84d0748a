import type { CachedClient } from '../client/cached-client.js';
import type { CachedResource } from '../domain/cached-resource.js';

/** The scopes that a client may get by identity assertions of an issuer at a resource; null if it may use none there. */
export function listAssertedScopes({ assertionIssuers }: CachedClient, issuer: string, { id }: CachedResource): readonly string[] | null {
  const { resources = {} } = assertionIssuers.find(({ method }) => method.issuer === issuer)?.method ?? {};
  return Object.hasOwn(resources, id) ? resources[id]! : null;
}
