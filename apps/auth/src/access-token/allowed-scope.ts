import { splitScope } from '@latchkey/oauth';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { CachedResource } from '../domain/cached-resource.js';
import { listExchangeScopes } from './token-chain.js';

/** What decides which scopes a token may have. */
export interface ScopeLimits {
  domain: CachedDomain;
  client: CachedClient;
  /** What the token is for; undefined stands for what the client gets without naming a resource. */
  audiences: readonly (string | undefined)[];
  /** The roles of its user; absent: it has none, or they do not matter yet. */
  roles?: readonly string[] | undefined;
  /** Whether the token was got by exchange. */
  isExchanged?: boolean;
}

/** The scope tokens of a grant that the operator allows now: those of the client, those that it has at resources, limited by the user's roles. */
export function limitScope(scope = '', limits: ScopeLimits): string[] {
  const allowed = new Set(limits.audiences.flatMap((audience) => listScopesFor(audience, limits)));
  return splitScope(scope).filter((token) => allowed.has(token));
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

/** An audience of the client's own configuration keeps the scope of the client, also if it is a resource meanwhile. */
function listScopesFor(audience: string | undefined, { client, domain, roles, isExchanged = false }: ScopeLimits): string[] {
  const api = domain.resources.get(audience ?? '');
  if (isExchanged) return api ? listExchangedScopes(api, client, roles) : [];
  const own = !api || client.audiences?.includes(audience!) ? splitScope(client.client.scope) : [];
  return api ? [...own, ...listScopesAt(api, client, roles)] : own;
}
