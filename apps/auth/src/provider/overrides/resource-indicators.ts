import { TOKEN_EXCHANGE } from '@latchkey/oauth';
import {
  errors,
  Provider,
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider';
import { findAgentActor, listAgentClaims } from '../../client/agent-claims.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { toDescriptionText } from '../../protocol/description-text.js';
import { limitRequestedScope } from './authorization-scope.js';
import { getSentParameters, isAuthorizationRequest } from './requested-parameters.js';
import { listScopesAt } from '../../access-token/allowed-scope.js';
import type { UserAccount } from '../accounts/account.service.js';
import type { ProviderClient } from '../adapters/provider-client.js';

/** Means "no particular resource": the token is for all audiences of the client. Its braces keep it from being a valid audience. */
export const ALL_AUDIENCES = 'urn:latchkey:{all-audiences}';

/**
 * Resource indicators (RFC 8707): the resources of a client are its audiences and the resources of the domain that it is granted. Every
 * access token is for some of them, and is a JWT unless a resource has chosen opaque tokens.
 */
export function createResourceIndicators(domain: CachedDomain): NonNullable<Configuration['features']>['resourceIndicators'] {
  return {
    enabled: true,
    defaultResource: (ctx, _client, oneOf) => (oneOf ? chooseResource(ctx, oneOf) : ALL_AUDIENCES),
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx, resource, client) => getResourceServerInfo(ctx, resource, { client: client as never, domain }),
  };
}

/** If several were granted and the token request names none, uses the first, because a token is for one or for all. */
function chooseResource({ oidc }: KoaContextWithOIDC, oneOf: readonly string[]): string {
  const named = oidc.body?.['resource'];
  if (Array.isArray(named)) throw new errors.InvalidTarget(`a token request may name one resource, not ${named.length}`);
  return oneOf[0]!;
}

/** The audience of a token for a request with `resource` (RFC 8707 section 2). */
function getResourceServerInfo(
  ctx: KoaContextWithOIDC,
  resource: string,
  { client: { record }, domain }: { client: ProviderClient; domain: CachedDomain },
): ResourceServer {
  const named = resource === ALL_AUDIENCES && !isExplicitlyRequested(ctx) ? undefined : resource;
  if (record.audience(named, domain) === null) throw new errors.InvalidTarget(describeUnknownResource(resource, record, domain));
  const api = domain.resources.get(resource);
  const params = ctx.oidc.params!;
  if (params.grant_type === 'client_credentials') grantScope(ctx, record.grantScope(params.scope as string | undefined, api));
  // On other routes the stored parameters are checked again.
  else if (isAuthorizationRequest(ctx)) limitRequestedScope(ctx, record, domain);
  const { algorithm: alg } = domain.accessTokenKey(record, Date.now(), api);
  return {
    audience: resource,
    scope: api ? listScopesAt(api, record, findRoles(ctx)).join(' ') : record.client.scope,
    accessTokenTTL: record.accessTokenExpiry(api),
    accessTokenFormat: api?.isOpaque ? 'opaque' : 'jwt',
    jwt: { sign: { alg } },
  };
}

/** The roles of the user who gets the token; undefined for a token of the client itself, and before the token request. */
function findRoles({ oidc }: KoaContextWithOIDC): readonly string[] | undefined {
  return oidc.route === 'token' ? (oidc.account as UserAccount | undefined)?.roles : undefined;
}

function describeUnknownResource(
  resource: string,
  { client, audiences }: ProviderClient['record'],
  { issuer, resources }: CachedDomain,
): string {
  const [shown, clientId] = [toDescriptionText(resource), client.clientId];
  if (resources.size > 0) return `resource ${shown} is not granted to client ${clientId}, and is not one of its audiences`;
  if (audiences) return `resource ${shown} is not one of the audiences of client ${clientId}`;
  return `resource ${shown} is not ${issuer}: client ${clientId} has no audiences, so its tokens are for the issuer`;
}

/** The placeholder for all audiences is internal: clients cannot send it. */
function isExplicitlyRequested(ctx: KoaContextWithOIDC): boolean {
  return [getSentParameters(ctx)['resource']].flat().includes(ALL_AUDIENCES);
}

/** oidc-provider would drop scopes that the client does not have, and grant nothing without a requested scope. */
function grantScope(ctx: KoaContextWithOIDC, scope: string | null): void {
  if (scope === null) throw new errors.InvalidScope('requested scope is not allowed', ctx.oidc.params!.scope as string);
  ctx.oidc.params!.scope = scope === '' ? undefined : scope;
}

/** Writes a token's `aud`, because oidc-provider supports one audience at most. */
export function setAudience(token: AccessToken | ClientCredentials, payload: Record<string, unknown>, domain: CachedDomain): void {
  const { record } = token.client as unknown as ProviderClient;
  payload.aud = record.audience(token.aud === ALL_AUDIENCES ? undefined : (token.aud as string), domain);
}

/**
 * Claims of a token beside those of the protocol and of the user: what the operator gives the client, roles (RFC 9068 section 2.2.3.1), and
 * what tells an agent.
 */
export function listFurtherClaims(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  domain: CachedDomain,
): Record<string, unknown> {
  const { record } = token.client as unknown as ProviderClient;
  const api = domain.resources.get(token.aud as string);
  if (token.kind === 'ClientCredentials') return record.ownTokenClaims(api);
  const account = ctx.oidc.account as UserAccount | undefined;
  const act = findAgentActor(record);
  return { ...(api?.enforceRoles && { roles: api.listRoles(account?.roles ?? []) }), ...listAgentClaims(record), ...(act && { act }) };
}

/** For discovery. */
export function listResourceScopes({ resources }: CachedDomain): string[] {
  return [...resources.values()].flatMap(({ scopes }) => scopes.map(({ scope }) => scope));
}

/** A code or refresh token of a token request. */
type Redeemed = ForResources & { clientId?: string; resourceIndicators: Set<string> };

/**
 * Refuses a token request for a resource that the client may not have before its refresh token or code is used up, because using it again
 * would end the whole grant. oidc-provider decides about the resource only afterwards. Checked against oidc-provider 9.13.3.
 */
export function checkTargetBeforeUse(provider: Provider, domain: CachedDomain): void {
  for (const model of [provider.RefreshToken, provider.DeviceCode] as unknown as {
    find(value: string, options?: object): Promise<Redeemed | undefined>;
  }[]) {
    const find = model.find.bind(model);
    model.find = async (value, options) => {
      const found = await find(value, options);
      const { route, client, params } = Provider.ctx?.oidc ?? {};
      // An exchange of a refresh token uses nothing up, and is for resources of another server.
      const isUse = route === 'token' && params?.['grant_type'] !== TOKEN_EXCHANGE;
      if (found && isUse && client && client.clientId === found.clientId) checkTarget(found, client, domain);
      return found;
    };
  }
}

function checkTarget(found: Redeemed, client: unknown, domain: CachedDomain): void {
  const { record } = client as ProviderClient;
  const asked = Provider.ctx!.oidc.params!['resource'];
  // oidc-provider says what is wrong with several.
  if (Array.isArray(asked)) return;
  const resource = (asked as string | undefined) ?? [found.resource].flat()[0];
  if (resource === undefined) return;
  if (!found.resourceIndicators.has(resource)) throw new errors.InvalidTarget();
  const named = resource === ALL_AUDIENCES ? undefined : resource;
  // control: a refused resource costs no refresh token
  if (record.audience(named, domain) === null) throw new errors.InvalidTarget(describeUnknownResource(resource, record, domain));
}

/** Records that name resources: codes and refresh tokens. */
interface ForResources {
  resource?: string | string[];
}

/**
 * Lets a token request choose among all audiences of the client (RFC 8707 section 2.2) if the authorization request named none, which means
 * all. oidc-provider would allow only resources named before.
 */
export function selectTokenAudience(provider: Provider, domain: CachedDomain): void {
  for (const { prototype } of [provider.AuthorizationCode, provider.DeviceCode, provider.RefreshToken]) {
    Object.defineProperty(prototype, 'resourceIndicators', {
      get(this: ForResources) {
        const granted = [this.resource].flat();
        const { record } = Provider.ctx!.oidc.client as unknown as ProviderClient;
        return new Set(granted.includes(ALL_AUDIENCES) ? [...granted, record.audience(undefined, domain)].flat() : granted);
      },
    });
  }
  const { prototype } = provider.Grant;
  const { getResourceScope } = prototype;
  prototype.getResourceScope = function (resource) {
    return getResourceScope.call(this, resource) || getResourceScope.call(this, ALL_AUDIENCES);
  };
}
