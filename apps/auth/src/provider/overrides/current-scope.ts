import { Provider, type Client } from 'oidc-provider';
import { limitGrantScope } from '../../access-token/allowed-scope.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../adapters/provider-client.js';

/** The parts of oidc-provider's codes and tokens that this file uses. */
interface ScopedToken {
  clientId?: string;
  scope?: string;
  /** Resources that it is for: RFC 8707. */
  resource?: string | string[];
}

type Find = (value: string, options?: object) => Promise<ScopedToken | undefined>;
type Model = { find: Find };

/**
 * Limits grants to what the operator allows the client now: what they remove from its scope is neither issued again nor readable, and
 * returns when they restore it. oidc-provider checks a client's scope only at the authorization request. AccessTokenService does the same for
 * access tokens.
 */
export function limitToCurrentScope(provider: Provider, domain: CachedDomain): void {
  const { AuthorizationCode, DeviceCode, RefreshToken } = provider as unknown as Record<string, Model>;
  narrowScopeOnFind(provider, AuthorizationCode!, domain);
  narrowScopeOnFind(provider, DeviceCode!, domain);
  expireWithoutOfflineAccess(provider, RefreshToken!, domain);
  // A rotated token keeps the granted scope (RFC 6749 section 6); the tokens issued with it have less.
  Object.defineProperty(provider.RefreshToken.prototype, 'scopes', {
    get(this: ScopedToken) {
      return new Set(getAllowedScopes(this, Provider.ctx!.oidc.client!, domain));
    },
  });
}

function narrowScopeOnFind(provider: Provider, model: Model, domain: CachedDomain): void {
  const find = model.find.bind(model);
  model.find = async (value, options) => {
    const found = await find(value, options);
    const client = found?.scope !== undefined && (await clientOf(provider, found));
    return client ? Object.assign(found, { scope: getAllowedScopes(found, client, domain).join(' ') }) : found;
  };
}

/** Without offline access a refresh token yields no tokens. It can still be revoked. */
function expireWithoutOfflineAccess(provider: Provider, model: Model, domain: CachedDomain): void {
  const find = model.find.bind(model);
  model.find = async (value, options) => {
    const found = await find(value, options);
    const client = found && Provider.ctx?.oidc.route !== 'revocation' && (await clientOf(provider, found));
    return client && !getAllowedScopes(found, client, domain).includes('offline_access') ? undefined : found;
  };
}

function clientOf(provider: Provider, { clientId }: ScopedToken): Promise<Client | undefined> {
  const { client } = Provider.ctx!.oidc;
  return client?.clientId === clientId ? Promise.resolve(client) : provider.Client.find(clientId!);
}

/** Roles count when an access token is issued. */
function getAllowedScopes({ scope, resource = [] }: ScopedToken, client: Client, domain: CachedDomain): string[] {
  const { record } = client as unknown as ProviderClient;
  return limitGrantScope(scope, { domain, client: record, resources: [resource].flat() });
}
