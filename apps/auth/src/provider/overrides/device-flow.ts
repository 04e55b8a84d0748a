import type { IncomingMessage } from 'node:http';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { DEVICE_POLL_INTERVAL_SECONDS } from '../adapters/lifetimes.js';

interface DeviceCodePrototype {
  params: Record<string, unknown>;
  save(): Promise<string>;
}

type Session = { state?: { secret: string } };
type GetSession = (ctx: KoaContextWithOIDC) => Promise<Session>;

/** The secrets of forms that a page of this service has checked, keyed by the requests that oidc-provider receives. */
const confirmedForms = new WeakMap<IncomingMessage, string>();

/** Lets oidc-provider accept a form of the device page, whose CSRF token the page has verified. @param secret the form's `xsrf` */
export function confirmDeviceForm(request: IncomingMessage, secret: string): void {
  confirmedForms.set(request, secret);
}

/**
 * Completes oidc-provider's device flow (RFC 8628). oidc-provider keeps the CSRF token of its page in the session; this service stores no
 * session before someone signs in, and has a page of its own. Checked against oidc-provider 9.13.3.
 */
export function completeDeviceFlow(provider: Provider): void {
  const model = provider.Session as unknown as { get: GetSession };
  const get = model.get.bind(model);
  model.get = async (ctx) => {
    const session = await get(ctx);
    // Only the device page confirms forms: the router passes no other request to this route.
    const secret = ctx.oidc?.route === 'code_verification' ? confirmedForms.get(ctx.req) : undefined;
    return secret === undefined ? session : Object.assign(session, { state: { secret } });
  };
  provider.on('device_authorization.success', (_ctx, body) => Object.assign(body as object, { interval: DEVICE_POLL_INTERVAL_SECONDS }));
  keepFreshSignIn(provider);
}

/** oidc-provider turns `max_age=0` into `prompt=login`, which it then drops, because a device authorization request has no `prompt`. */
function keepFreshSignIn(provider: Provider): void {
  const prototype = provider.DeviceCode.prototype as unknown as DeviceCodePrototype;
  const { save } = prototype;
  prototype.save = function () {
    const { route, body } = (Provider.ctx as KoaContextWithOIDC | undefined)?.oidc ?? {};
    const maxAge = route === 'device_authorization' ? body?.['max_age'] : undefined;
    if (typeof maxAge === 'string' && maxAge !== '' && Number(maxAge) === 0) this.params = { ...this.params, max_age: '0' };
    return save.call(this);
  };
}
