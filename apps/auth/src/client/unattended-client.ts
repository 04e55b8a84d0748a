import type { ServedClient } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';

/** What a client that no operator has configured may ask for beside the scopes of resources. */
export const UNATTENDED_SCOPE = 'openid offline_access';

/** What a domain permits a client that no operator has configured. @param resources the ids of those that the domain names */
export function permitUnattended(
  domain: Pick<CachedDomain, 'resources'>,
  resources: readonly string[],
): Pick<ServedClient, 'policies' | 'resources' | 'roles'> {
  const permitted = [...domain.resources.values()].filter(({ id }) => resources.includes(id));
  return {
    // control: users consent to a client without an operator every time
    policies: ['consent'],
    // control: a client without an operator reaches only the resources that the domain names
    resources: permitted.map(({ id, scopes }) => ({ resourceId: id, scopes: scopes.map(({ scope }) => scope) })),
    roles: [],
  };
}

/** Clients that run in a browser request tokens from the page to which the code goes. */
export function listOrigins(redirectUris: readonly string[]): string[] {
  return [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
}
