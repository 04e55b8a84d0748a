import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { BROWSER_COOKIE } from '../domain/binding-cookie.js';
import type { DomainRecord } from '../domain/domain-record.js';
import type { Visit } from '../domain/served-domain.js';
import { alsoStore } from './seams.js';

/** An interaction as it is stored. */
interface Bound {
  jti: string;
  /** Of the browser's secret: see BindingCookie. */
  browserHash?: string;
}

type Find = (id: string, options?: object) => Promise<Bound | undefined>;
interface BoundPrototype extends Bound {
  save(ttl: number): Promise<string>;
  destroy(): Promise<void>;
}

/**
 * Binds each interaction to the browser in which it begins. A sibling host can set oidc-provider's own interaction cookies for the whole
 * zone, and so lead a browser into a sign-in that somebody else began; the binding cookie it cannot set. RFC 9700 section 4.7.1.
 */
export function bindInteractions(provider: Provider, domain: DomainRecord): void {
  const model = provider.Interaction as unknown as { find: Find; prototype: BoundPrototype };
  alsoStore(model, 'browserHash');
  const { save, destroy } = model.prototype;
  model.prototype.save = function (ttl) {
    const visit = currentVisit(domain);
    if (visit) this.browserHash ??= BROWSER_COOKIE.hash(BROWSER_COOKIE.bind(visit, this.jti));
    return save.call(this, ttl);
  };
  model.prototype.destroy = function () {
    const visit = currentVisit(domain);
    if (visit) BROWSER_COOKIE.forget(visit, this.jti);
    return destroy.call(this);
  };
  const find = model.find.bind(model);
  model.find = async (id, options) => {
    const [found, visit] = [await find(id, options), currentVisit(domain)];
    return found && visit && !isBoundTo(visit, found) ? undefined : found;
  };
}

/** Whether an interaction began in the browser that the request comes from. */
export function isBoundTo(visit: Pick<Visit, 'request' | 'domain'>, stored: object): boolean {
  const { jti, browserHash } = stored as Bound;
  return BROWSER_COOKIE.matches(visit, jti, browserHash);
}

/** The request that oidc-provider answers; null: it is called from a page of ours, which looks at the binding itself. */
function currentVisit(domain: DomainRecord): Visit | null {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined;
  return ctx ? { request: ctx.req, response: ctx.res, domain } : null;
}
