import type { Provider, Session } from 'oidc-provider';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { createCookieOptions } from './cookies.js';

/** A session of a browser, as oidc-provider stores it. */
export type StoredSession = Session;

/** @returns the session of the browser that a request comes from; a new one if it has none */
export function loadSession(provider: Provider, { request, response }: DomainRequest): Promise<StoredSession> {
  return provider.Session.get(provider.createContext(request, response) as never);
}

/** @param cookie null makes the browser forget its session */
export function setSessionCookie(
  provider: Provider,
  { request, response, domain }: DomainRequest,
  cookie: { value: string; expires: Date } | null,
): void {
  const { cookies } = provider.createContext(request, response);
  const attributes = { ...createCookieOptions(domain.issuer, []).long, ...(cookie && { expires: cookie.expires }) };
  cookies.set(provider.cookieName('session'), cookie?.value ?? null, attributes);
}
