import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { BROWSER_COOKIE } from '../../pages/http/binding.cookie.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { storeProperty } from './stored-properties.js';

/** A stored interaction. */
interface BoundInteraction {
  jti: string;
  /** The hash of the browser's secret: see BindingCookie. */
  browserHash?: string;
}

type FindInteraction = (id: string, options?: object) => Promise<BoundInteraction | undefined>;
interface InteractionPrototype extends BoundInteraction {
  save(ttl: number): Promise<string>;
  destroy(): Promise<void>;
}

/**
 * Binds each interaction to the browser in which it starts. A sibling host can set oidc-provider's own interaction cookies for the whole
 * zone, and so lead a browser into another user's sign-in. It cannot set the binding cookie. RFC 9700 section 4.7.1.
 */
export function bindInteractions(provider: Provider, domain: CachedDomain): void {
  const model = provider.Interaction as unknown as { find: FindInteraction; prototype: InteractionPrototype };
  storeProperty(model, 'browserHash');
  const { save, destroy } = model.prototype;
  model.prototype.save = function (ttl) {
    const domainRequest = currentRequest(domain);
    if (domainRequest) this.browserHash ??= BROWSER_COOKIE.hash(BROWSER_COOKIE.bind(domainRequest, this.jti));
    return save.call(this, ttl);
  };
  model.prototype.destroy = function () {
    const domainRequest = currentRequest(domain);
    if (domainRequest) BROWSER_COOKIE.forget(domainRequest, this.jti);
    return destroy.call(this);
  };
  const find = model.find.bind(model);
  model.find = async (id, options) => {
    const [found, domainRequest] = [await find(id, options), currentRequest(domain)];
    return found && domainRequest && !isBoundTo(domainRequest, found) ? undefined : found;
  };
}

/** Whether an interaction began in the browser that sent the request. */
export function isBoundTo(domainRequest: Pick<DomainRequest, 'request' | 'domain'>, stored: object): boolean {
  const { jti, browserHash } = stored as BoundInteraction;
  return BROWSER_COOKIE.matches(domainRequest, jti, browserHash);
}

/** The request that oidc-provider is handling; null if one of the pages calls it, which checks the binding itself. */
function currentRequest(domain: CachedDomain): DomainRequest | null {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined;
  return ctx ? { request: ctx.req, response: ctx.res, domain } : null;
}
