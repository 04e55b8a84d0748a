import { splitScope } from '@latchkey/oauth';
import {
  errors,
  Provider,
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { toDescriptionText } from '../../protocol/description-text.js';
import { getRequestedScope, getSentParameters } from './requested-parameters.js';
import type { ProviderClient } from '../adapters/provider-client.js';

/** Means "no particular resource": the token is for all audiences of the client. Its braces keep it from being a valid audience. */
export const ALL_AUDIENCES = 'urn:latchkey:{all-audiences}';

/** The routes of authorization requests. On other routes the stored parameters are checked again. */
const AUTHORIZATION_REQUESTS = new Set(['authorization', 'pushed_authorization_request']);

/**
 * Resource indicators (RFC 8707): a client's audiences are its resources. Every access token is for some of them, and is therefore a JWT.
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
  if (record.audience(named, domain.issuer) === null) throw new errors.InvalidTarget(describeUnknownResource(resource, record, domain));
  const params = ctx.oidc.params!;
  if (params.grant_type === 'client_credentials') grantScope(ctx, record.grantScope(params.scope as string | undefined));
  else if (AUTHORIZATION_REQUESTS.has(ctx.oidc.route)) limitRequestedScope(ctx, record.client.scope);
  const { algorithm: alg } = domain.accessTokenKey(record, Date.now());
  return {
    audience: resource,
    scope: record.client.scope,
    accessTokenTTL: record.accessTokenExpiry,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg } },
  };
}

function describeUnknownResource(resource: string, { client, audiences }: ProviderClient['record'], { issuer }: CachedDomain): string {
  const [shown, clientId] = [toDescriptionText(resource), client.clientId];
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

/** The scope of an authorization request, without duplicates and limited to the client's scope. */
function limitRequestedScope(ctx: KoaContextWithOIDC, maxScope: string): void {
  const requested = new Set(splitScope(getRequestedScope(ctx) ?? ''));
  const allowed = new Set(splitScope(maxScope));
  for (const token of requested) if (!allowed.has(token)) throw new errors.InvalidScope('requested scope is not allowed', token);
  if (requested.size === 0) throw new errors.InvalidScope('scope must name at least one scope token', '');
  ctx.oidc.params!.scope = [...requested].join(' ');
}

/** Writes a token's `aud`, because oidc-provider supports one audience at most. */
export function setAudience(token: AccessToken | ClientCredentials, payload: Record<string, unknown>, domain: CachedDomain): void {
  const { record } = token.client as unknown as ProviderClient;
  payload.aud = record.audience(token.aud === ALL_AUDIENCES ? undefined : (token.aud as string), domain.issuer);
}

/** Records that name resources: codes and refresh tokens. */
interface ForResources {
  resource?: string | string[];
}

/**
 * Lets a token request choose among all audiences of the client (RFC 8707 section 2.2) if the authorization request named none, which means
 * all. oidc-provider would allow only resources named before.
 */
export function selectTokenAudience(provider: Provider, { issuer }: CachedDomain): void {
  for (const { prototype } of [provider.AuthorizationCode, provider.RefreshToken]) {
    Object.defineProperty(prototype, 'resourceIndicators', {
      get(this: ForResources) {
        const granted = [this.resource].flat();
        const { record } = Provider.ctx!.oidc.client as unknown as ProviderClient;
        return new Set(granted.includes(ALL_AUDIENCES) ? [...granted, record.audience(undefined, issuer)].flat() : granted);
      },
    });
  }
  const { prototype } = provider.Grant;
  const { getResourceScope } = prototype;
  prototype.getResourceScope = function (resource) {
    return getResourceScope.call(this, resource) || getResourceScope.call(this, ALL_AUDIENCES);
  };
}
