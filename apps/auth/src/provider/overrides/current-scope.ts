import { Provider, type Client } from 'oidc-provider';
import { limitScope } from '../../access-token/valid-token.js';
import type { ProviderClient } from '../adapters/provider-client.js';

/** The parts of oidc-provider's codes and tokens that this file uses. */
interface ScopedToken {
  clientId?: string;
  scope?: string;
}

type Find = (value: string, options?: object) => Promise<ScopedToken | undefined>;
type Model = { find: Find };

/**
 * Limits grants to what the operator allows the client now: what they remove from its scope is neither issued again nor readable, and
 * returns when they restore it. oidc-provider checks a client's scope only at the authorization request. AccessTokenService does the same for
 * access tokens.
 */
export function limitToCurrentScope(provider: Provider): void {
  const { AuthorizationCode, RefreshToken } = provider as unknown as Record<string, Model>;
  narrowScopeOnFind(provider, AuthorizationCode!);
  expireWithoutOfflineAccess(provider, RefreshToken!);
  // A rotated token keeps the granted scope (RFC 6749 section 6); the tokens issued with it have less.
  Object.defineProperty(provider.RefreshToken.prototype, 'scopes', {
    get(this: ScopedToken) {
      return new Set(getAllowedScopes(this, Provider.ctx!.oidc.client!));
    },
  });
}

function narrowScopeOnFind(provider: Provider, model: Model): void {
  const find = model.find.bind(model);
  model.find = async (value, options) => {
    const found = await find(value, options);
    const client = found?.scope !== undefined && (await clientOf(provider, found));
    return client ? Object.assign(found, { scope: getAllowedScopes(found, client).join(' ') }) : found;
  };
}

/** Without offline access a refresh token yields no tokens. It can still be revoked. */
function expireWithoutOfflineAccess(provider: Provider, model: Model): void {
  const find = model.find.bind(model);
  model.find = async (value, options) => {
    const found = await find(value, options);
    const client = found && Provider.ctx?.oidc.route !== 'revocation' && (await clientOf(provider, found));
    return client && !getAllowedScopes(found, client).includes('offline_access') ? undefined : found;
  };
}

function clientOf(provider: Provider, { clientId }: ScopedToken): Promise<Client | undefined> {
  const { client } = Provider.ctx!.oidc;
  return client?.clientId === clientId ? Promise.resolve(client) : provider.Client.find(clientId!);
}

function getAllowedScopes({ scope }: ScopedToken, client: Client): string[] {
  return limitScope(scope, (client as unknown as ProviderClient).record);
}
