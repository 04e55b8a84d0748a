import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { CachedResource } from '../domain/cached-resource.js';
import { isTokenOf, type TokenIdentity } from '../protocol/client-token-id.js';

interface Circumstances {
  domain: CachedDomain;
  client: CachedClient;
}

/** The `aud` of a token. */
type Audience = string | readonly string[] | undefined;

/**
 * The resource that a recorded token was issued for. @param resourceId from its record
 *
 * @returns undefined if it was not issued for one; null if the resource is gone, or its client was withdrawn from it
 */
export function findRecordedResource(resourceId: string | undefined, aud: Audience, by: Circumstances): CachedResource | null | undefined {
  if (resourceId === undefined) return undefined;
  const api = findCurrentResource(aud, by);
  return api?.id === resourceId ? api : null;
}

/** The same for a token of a client itself, whose `jti` tells. @returns null also if it was not issued to this client */
export function findOwnResource(token: TokenIdentity, aud: Audience, by: Circumstances): CachedResource | null | undefined {
  if (isTokenOf(by.client, token)) return undefined;
  const api = findCurrentResource(aud, by);
  return api && isTokenOf(by.client, token, api) ? api : null;
}

/** The resource of an audience, if the client may have tokens for it. */
export function findCurrentResource(aud: Audience, { domain, client }: Circumstances): CachedResource | null {
  const [name] = [aud ?? []].flat();
  const api = domain.resources.get(name ?? '');
  // control: a token for a resource ends with it, and with what its client was granted there
  return api && client.audience(api.audience, domain) !== null ? api : null;
}
