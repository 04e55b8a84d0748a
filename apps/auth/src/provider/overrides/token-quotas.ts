import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { CountedToken, TokenQuotaService } from '../../token-quota/token-quota.service.js';
import { TokenQuotaExceededError } from '../../token-quota/token-quota-exceeded.error.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { TooManyRequestsError } from '../errors/too-many-requests.error.js';

/** A code or refresh token. */
interface Redeemed {
  clientId?: string;
  accountId?: string;
  consumed?: unknown;
}

type Find = { find(value: string, options?: object): Promise<Redeemed | undefined> };
type Save = { save(): Promise<string> };

/** The tokens that were counted for requests, until it is known whether they were issued. */
const countedTokens = new WeakMap<KoaContextWithOIDC, CountedToken>();

/**
 * Counts each access token against the quotas of its client and its subscription before a code or refresh token is used up for it: a client that has to wait
 * uses that again. Checked against oidc-provider 9.13.3.
 */
export function limitTokens(provider: Provider, quotas: TokenQuotaService, domain: CachedDomain): void {
  for (const model of [provider.AuthorizationCode, provider.RefreshToken, provider.DeviceCode] as unknown as Find[]) {
    const find = model.find.bind(model);
    model.find = async (value, options) => {
      const found = await find(value, options);
      const { route, client } = Provider.ctx?.oidc ?? {};
      const isRedeemed = found?.accountId !== undefined && !found.consumed && route === 'token' && client?.clientId === found.clientId;
      if (isRedeemed) await countToken(Provider.ctx!, quotas, domain);
      return found;
    };
  }
  // Nothing is used up for other tokens: those of clients themselves, and those got by exchange.
  for (const { prototype } of [provider.AccessToken, provider.ClientCredentials] as unknown as { prototype: Save }[]) {
    const { save } = prototype;
    prototype.save = async function (this: Save) {
      await countToken(Provider.ctx!, quotas, domain);
      return save.call(this);
    };
  }
}

/** Releases the token that was counted for a finished request, if the request got none. */
export function releaseUnissuedToken(ctx: KoaContextWithOIDC): void {
  const isIssued = (ctx.body as { access_token?: unknown } | undefined)?.access_token !== undefined;
  if (!isIssued) countedTokens.get(ctx)?.release();
}

async function countToken(ctx: KoaContextWithOIDC, quotas: TokenQuotaService, domain: CachedDomain): Promise<void> {
  const tokenLimits = domain.limitsOf((ctx.oidc.client as unknown as ProviderClient).record);
  if (tokenLimits.length === 0 || countedTokens.has(ctx)) return;
  try {
    countedTokens.set(ctx, await translateOutage(() => quotas.take(tokenLimits)));
  } catch (error) {
    if (!(error instanceof TokenQuotaExceededError)) throw error;
    ctx.set('Retry-After', String(error.retryAfter));
    throw new TooManyRequestsError(error.message);
  }
}
