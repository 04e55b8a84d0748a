import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { storeProperty } from './stored-properties.js';

/**
 * The scope of an authorization request as the client sent or pushed it (RFC 9126). oidc-provider removes `offline_access` unless the user is
 * asked for consent. Here the operator allows it by the client's scope: one of the "other conditions" of OpenID Connect Core section 11.
 * Checked against oidc-provider 9.13.3.
 */
export function getRequestedScope(ctx: KoaContextWithOIDC): string | undefined {
  return getRequestedParameter(ctx, 'scope');
}

/** Whether an authorization request has `max_age=0`, which oidc-provider turns into `prompt=login`. */
export function requestsFreshSignIn(ctx: KoaContextWithOIDC): boolean {
  const pushed = getPushedRequest(ctx);
  const maxAge = pushed ? pushed.maxAge : getRequestedParameter(ctx, 'max_age');
  return maxAge !== undefined && maxAge !== '' && Number(maxAge) === 0;
}

function getRequestedParameter(ctx: KoaContextWithOIDC, name: string): string | undefined {
  const { method, query, oidc } = ctx;
  const pushed = getPushedRequest(ctx);
  const sent = pushed ? decodeUnsecuredJwt(pushed.request) : method === 'POST' ? oidc.body : query;
  const value = sent?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Stores `max_age` with a pushed request: the request that oidc-provider stores no longer has `max_age=0`. */
export function storePushedMaxAge(provider: Provider): void {
  storeProperty(provider.PushedAuthorizationRequest, 'maxAge');
  const prototype = provider.PushedAuthorizationRequest.prototype as unknown as PushedRequest & { save(ttl: number): Promise<string> };
  const { save } = prototype;
  prototype.save = function (this: typeof prototype, ttl) {
    const age = Provider.ctx?.oidc.body?.['max_age'];
    if (typeof age === 'string') this.maxAge = age;
    return save.call(this, ttl);
  };
}

interface PushedRequest {
  request: string;
  maxAge?: string;
}

/** @returns undefined if the request was not pushed, or is being pushed now */
function getPushedRequest({ oidc }: KoaContextWithOIDC): PushedRequest | undefined {
  return oidc.route === 'authorization' ? (oidc.entities.PushedAuthorizationRequest as PushedRequest | undefined) : undefined;
}

/** The claims of an unsecured JWT (RFC 7519 section 6), in which oidc-provider stores a pushed request. */
function decodeUnsecuredJwt(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as Record<string, unknown>;
}
