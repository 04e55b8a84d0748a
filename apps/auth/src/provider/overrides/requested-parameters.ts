import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { decodeRequestClaims } from '../../protocol/request-object.js';
import { storeProperty } from './stored-properties.js';

const AUTHORIZATION_REQUESTS = new Set(['authorization', 'pushed_authorization_request', 'device_authorization']);

/** Whether the request asks for an authorization, with parameters that can be in a request object. */
export function isAuthorizationRequest({ oidc }: KoaContextWithOIDC): boolean {
  return AUTHORIZATION_REQUESTS.has(oidc.route);
}

/**
 * The parameters of a request as they were sent. For an authorization request with a request object, these are its claims (RFC 9101 section
 * 6.3).
 */
export function getSentParameters(ctx: KoaContextWithOIDC): Readonly<Record<string, unknown>> {
  const { method, query, oidc } = ctx;
  const sent: Readonly<Record<string, unknown>> = (method === 'POST' ? oidc.body : query) ?? {};
  const { request } = sent;
  const isObject = typeof request === 'string' && request !== '' && isAuthorizationRequest(ctx);
  return isObject ? (decodeRequestClaims(request) ?? {}) : sent;
}

/**
 * The scope of an authorization request as the client sent or pushed it (RFC 9126). oidc-provider removes `offline_access` unless the user
 * is asked for consent. Here the operator allows it through the client's scope, which is one of the "other conditions" of OpenID Connect
 * Core section 11. Checked against oidc-provider 9.13.3.
 */
export function getRequestedScope(ctx: KoaContextWithOIDC): string | undefined {
  return getRequestedParameter(ctx, 'scope');
}

/** Whether an authorization request has `max_age=0`, which oidc-provider converts to `prompt=login`. */
export function requestsFreshSignIn(ctx: KoaContextWithOIDC): boolean {
  const pushed = getPushedRequest(ctx);
  // The request of a device keeps it: see device-flow.ts.
  const sent = ctx.oidc.deviceCode ? toText(ctx.oidc.params?.max_age) : getRequestedParameter(ctx, 'max_age');
  const maxAge = pushed ? pushed.maxAge : sent;
  return maxAge !== undefined && maxAge !== '' && Number(maxAge) === 0;
}

function getRequestedParameter(ctx: KoaContextWithOIDC, name: string): string | undefined {
  const pushed = getPushedRequest(ctx);
  return toText((pushed ? decodeRequestClaims(pushed.request) : getSentParameters(ctx))?.[name]);
}

/** Stores `max_age` with a pushed request, because the request that oidc-provider stores no longer has `max_age=0`. */
export function storePushedMaxAge(provider: Provider): void {
  storeProperty(provider.PushedAuthorizationRequest, 'maxAge');
  const prototype = provider.PushedAuthorizationRequest.prototype as unknown as PushedRequest & { save(ttl: number): Promise<string> };
  const { save } = prototype;
  prototype.save = function (this: typeof prototype, ttl) {
    const age = Provider.ctx && toText(getSentParameters(Provider.ctx)['max_age']);
    if (age !== undefined) this.maxAge = age;
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

/** Claims can be numbers, such as `max_age`. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
