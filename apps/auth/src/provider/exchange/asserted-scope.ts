import { splitScope } from '@latchkey/oauth';
import { errors } from 'oidc-provider';
import { listAssertedScopes } from '../../access-token/asserted-scopes.js';
import { listScopesAt } from '../../access-token/allowed-scope.js';
import type { CachedClient } from '../../client/cached-client.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { CachedResource } from '../../domain/cached-resource.js';
import { toDescriptionText } from '../../protocol/description-text.js';
import type { AssertedAccess } from './identity-assertion.js';

export interface AccessRequest {
  resource: string | undefined;
  scope: string | undefined;
}

interface Circumstances {
  client: CachedClient;
  domain: CachedDomain;
  /** The issuer of the assertion. */
  issuer: string;
  access: AssertedAccess;
}

/** The API that the token is for: the parameter `resource`, else the only one in the assertion. @throws InvalidRequest, InvalidTarget */
export function chooseResource(
  { resource }: AccessRequest,
  { client, domain, issuer, access: { resources } }: Circumstances,
): CachedResource {
  const [only, ...others] = resources ?? [];
  const named = resource ?? (others.length === 0 ? only : undefined);
  if (named === undefined) throw new errors.InvalidRequest('resource is missing: it names the API that the token is for (RFC 8707)');
  // control: an assertion reaches only the APIs that it names
  if (resources && !resources.includes(named))
    throw new errors.InvalidTarget(`the assertion is for another resource than ${toDescriptionText(named)}`);
  const api = domain.resources.get(named);
  // control: an assertion reaches only the APIs that the operator lists for its issuer
  if (!api || !listAssertedScopes(client, issuer, api) || client.audience(named, domain) === null)
    throw new errors.InvalidTarget(`this client may not use assertions of this issuer for resource ${toDescriptionText(named)}`);
  return api;
}

/**
 * The scopes of the token: those requested, else all that the assertion, the operator's list, the client and the user have in common.
 *
 * @param roles of the user; undefined before the user is known @throws InvalidScope
 */
export function chooseAssertedScope(
  { scope }: AccessRequest,
  api: CachedResource,
  { client, issuer, access: { scopes }, roles }: Circumstances & { roles?: readonly string[] },
): string[] {
  const listed = listAssertedScopes(client, issuer, api) ?? [];
  // control: an assertion gives no scope beyond itself, the operator's list, the client and the user's roles
  const allowed = listScopesAt(api, client, roles).filter((each) => listed.includes(each) && (scopes?.includes(each) ?? true));
  const requested = scope === undefined ? allowed : [...new Set(splitScope(scope))];
  const refused = requested.find((each) => !allowed.includes(each)) ?? (requested.length === 0 ? scopes?.[0] : undefined);
  if (refused !== undefined) throw new errors.InvalidScope('requested scope is not allowed', refused);
  return requested;
}
