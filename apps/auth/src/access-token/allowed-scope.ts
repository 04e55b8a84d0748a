import { splitScope } from '@latchkey/oauth';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { CachedResource } from '../domain/cached-resource.js';
import { listExchangeScopes } from './token-chain.js';

/** What decides which scopes an access token may have. */
interface TokenLimits {
  client: CachedClient;
  /** The resource that it was issued for; undefined: none in particular. */
  api: CachedResource | undefined;
  /** The roles of its user; undefined: it has none. */
  roles?: readonly string[] | undefined;
  /** Whether the token was got by exchange. */
  isExchanged?: boolean;
}

/** The scope tokens of an access token that the operator allows now. */
export function limitTokenScope(scope = '', { client, api, roles, isExchanged = false }: TokenLimits): string[] {
  if (!api) return filterScope(scope, splitScope(client.client.scope));
  return filterScope(scope, isExchanged ? listExchangedScopes(api, client, roles) : listScopesAt(api, client, roles));
}

/** What decides which scopes an authorization of a user may have. */
interface GrantLimits {
  client: CachedClient;
  domain: CachedDomain;
  /** The values of `resource`, RFC 8707. */
  resources: readonly string[];
}

/** The scope tokens of an authorization request, code or refresh token that the operator allows now. */
export function limitGrantScope(scope = '', limits: GrantLimits): string[] {
  return filterScope(scope, listGrantableScopes(limits));
}

/** What users may grant a client: its own scope, and what it has at the resources. */
export function listGrantableScopes({ client, domain, resources }: GrantLimits): string[] {
  const apis = resources.flatMap((name) => domain.resources.get(name) ?? []);
  return [...splitScope(client.client.scope), ...apis.flatMap((api) => api.listScopesOf(client.client))];
}

/** What a client may ask for at a resource, limited by the roles of the user if the resource enforces them. */
export function listScopesAt(api: CachedResource, client: CachedClient, roles: readonly string[] | undefined): string[] {
  const scopes = api.listScopesOf(client.client);
  if (!api.enforceRoles || !roles) return scopes;
  const permitted = new Set(api.listScopesOfRoles(roles));
  // control: a user's roles limit the scopes of the user's tokens
  return scopes.filter((scope) => permitted.has(scope));
}

/** What a client may get by exchange at a resource: within what it may ask for there itself. */
export function listExchangedScopes(api: CachedResource, client: CachedClient, roles: readonly string[] | undefined): string[] {
  const listed = listExchangeScopes(client, api) ?? [];
  return listScopesAt(api, client, roles).filter((scope) => listed.includes(scope));
}

function filterScope(scope: string, allowed: readonly string[]): string[] {
  const set = new Set(allowed);
  return splitScope(scope).filter((token) => set.has(token));
}
