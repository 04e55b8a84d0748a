import { splitScope } from '@latchkey/oauth';
import { errors } from 'oidc-provider';
import type { CachedClient } from '../../client/cached-client.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { CachedResource } from '../../domain/cached-resource.js';
import { listExchangedScopes } from '../../access-token/allowed-scope.js';
import { listExchangeScopes, type Actor, type ChainLink, type ExchangeRecord } from '../../access-token/token-chain.js';
import { mayIntrospect } from '../../protocol/token-access.js';
import { toDescriptionText } from '../../protocol/description-text.js';

/** How often a token may be exchanged, one after the other. */
export const MAX_EXCHANGES = 5;

/** The valid token that a client wants to exchange. */
export interface SubjectToken {
  sub: string;
  /** The roles of its user; absent if its subject is a client. */
  roles?: readonly string[];
  /** Seconds since the epoch. */
  exp: number;
  link: ChainLink;
  /** How it was got by exchange itself. */
  exchange: ExchangeRecord | undefined;
  /** Who acts for its subject. */
  act: Actor | undefined;
}

export interface ExchangeRequest {
  resource: string | undefined;
  scope: string | undefined;
}

/** The new token. */
export interface ExchangedToken {
  api: CachedResource;
  scope: string[];
  /** Seconds. */
  expiresIn: number;
  exchange: ExchangeRecord;
}

/**
 * What a client gets for a token: RFC 8693 section 2. Nothing that it does not have itself at the resource, no longer than the token, and
 * for no one else.
 *
 * @param now seconds since the epoch
 *
 * @throws OIDCProviderError
 */
export function exchangeToken(
  request: ExchangeRequest,
  { client, domain, subject, now }: { client: CachedClient; domain: CachedDomain; subject: SubjectToken; now: number },
): ExchangedToken {
  const { link, exchange: before, exp } = subject;
  // oidc-provider takes a lifetime of 0 for none.
  if (exp <= now) throw new errors.InvalidRequest('the subject_token has expired');
  // control: a client exchanges only tokens that were issued to it or are for it
  if (!mayIntrospect(client, { clientId: link.clientId, aud: [...link.audiences] }))
    throw new errors.InvalidRequest('the subject_token was neither issued to this client nor is it for one of its audiences');
  const chain = [...(before?.chain ?? []), link];
  if (chain.length > MAX_EXCHANGES)
    throw new errors.InvalidRequest(`the subject_token was exchanged ${MAX_EXCHANGES} times already, which is the limit`);
  const api = findResource(request.resource, { client, domain });
  // control: an exchange at the same resource never widens the scope
  const isWithin = (scope: string) => chain.every((each) => !each.audiences.includes(api.audience) || each.scope.includes(scope));
  const allowed = listExchangedScopes(api, client, subject.roles).filter(isWithin);
  return {
    api,
    scope: chooseScope(request.scope, allowed),
    // control: an exchanged token does not outlive its subject token
    expiresIn: Math.min(client.accessTokenExpiry(api, now * 1_000), exp - now),
    exchange: { subject: subject.sub, ...createActor(client, subject.act), chain },
  };
}

function findResource(resource: string | undefined, { client, domain }: { client: CachedClient; domain: CachedDomain }): CachedResource {
  if (resource === undefined) throw new errors.InvalidRequest('resource is missing: it names the API that the new token is for (RFC 8707)');
  const api = domain.resources.get(resource);
  // control: a client exchanges tokens only for the resources that it was granted for that
  if (!api || !listExchangeScopes(client, api) || client.audience(resource, domain) === null)
    throw new errors.InvalidTarget(`this client may not exchange tokens for resource ${toDescriptionText(resource)}`);
  return api;
}

function chooseScope(requested: string | undefined, allowed: readonly string[]): string[] {
  if (requested === undefined) return [...allowed];
  const scopes = [...new Set(splitScope(requested))];
  const refused = scopes.find((scope) => !allowed.includes(scope));
  if (refused !== undefined) throw new errors.InvalidScope('requested scope is not allowed', refused);
  return scopes;
}

/** With delegation the client is the latest actor, and so is an agent always. An earlier one is never concealed. */
function createActor({ client, tokenExchange, isAgent }: CachedClient, before: Actor | undefined): { act?: Actor } {
  const earlier = before && { act: before };
  // control: an agent never conceals itself
  return isAgent || tokenExchange?.mode === 'Delegation' ? { act: { sub: client.clientId, ...earlier } } : { ...earlier };
}
