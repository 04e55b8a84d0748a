import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

const DAY_SECONDS = 86_400;

/** A cookie that this service sets. Cookies of oidc-provider are in provider/cookies.ts. */
export interface CookieDefinition {
  name: string;
  /** Prefix of the name if the issuer uses https: RFC 6265bis section 4.1.3. Browsers accept `__Host-` only from this host, with path `/`. */
  prefix: '__Host-' | '__Secure-' | '';
  maxAgeSeconds: number;
}

/**
 * All cookies that this service sets itself. Each is HttpOnly; SameSite=Lax, so that redirects and mails from other sites can lead here;
 * and Secure if the issuer uses https. If a path is not `/`, the caller passes it.
 */
export const COOKIES = {
  /** Binds interactions and magic link pages to a browser. Lives longer than they do, to explain late returns. */
  browser: {
    name: 'browser',
    // control: a sibling host cannot set the cookie that binds a sign-in to its browser
    prefix: '__Host-',
    maxAgeSeconds: DAY_SECONDS,
  },
  /** Binds upstream authorization requests to a browser. */
  federation: { name: 'federation', prefix: '__Host-', maxAgeSeconds: DAY_SECONDS },
  /** Proves that users have signed in from a browser before. */
  knownBrowser: { name: 'known', prefix: '__Host-', maxAgeSeconds: 90 * DAY_SECONDS },
  /** The users who have signed in from a browser, encrypted: for the choice of an account. */
  knownAccounts: { name: 'accounts', prefix: '__Host-', maxAgeSeconds: 90 * DAY_SECONDS },
  /** Encrypted data of an interaction. Path: `/sign-in/{uid}`. Lives longer than any sign-in, to explain why one is over. */
  interactionData: { name: 'entered', prefix: '__Secure-', maxAgeSeconds: DAY_SECONDS },
  /** A signed flash message. Path: its page. Lives long enough for the redirect from a form to the page. */
  flashMessage: { name: 'told', prefix: '__Secure-', maxAgeSeconds: 60 },
  /** How a person signed in with the browser last. It names no person. */
  rememberedMethod: { name: 'method', prefix: '__Host-', maxAgeSeconds: 365 * DAY_SECONDS },
  /** The language that the person chose on a page. */
  language: { name: 'language', prefix: '__Host-', maxAgeSeconds: 365 * DAY_SECONDS },
  /** Encrypted redirect target of a logout. Path: the logout callback of the identity provider. */
  postLogoutRedirect: { name: 'federation_sign_out', prefix: '', maxAgeSeconds: 600 },
} as const satisfies Record<string, CookieDefinition>;

export interface CookieContent {
  value: string;
  /** Defaults to `/`. */
  path?: string;
}

/** A request and its domain. */
export interface CookieRequest {
  request: Pick<IncomingMessage, 'headers'>;
  domain: { issuer: string };
}

/** A request with its response. */
export interface CookieContext extends CookieRequest {
  response: ServerResponse;
}

/**
 * @returns the name of the cookie as the browser sends it. Over http, as in development, some browsers reject the prefixes of RFC 6265bis, and
 * cookies of all ports of a host meet: a prefix of our own keeps them apart from an application's `session`.
 */
export function getCookieName({ issuer }: CookieRequest['domain'], { name, prefix }: Pick<CookieDefinition, 'name' | 'prefix'>): string {
  return isSecure(issuer) ? `${prefix}${name}` : `latchkey_${name}`;
}

/** @param isValid selects among cookies with the same name; the first one by default. @returns null if there is no such cookie */
export function readCookie(
  { request, domain }: CookieRequest,
  cookie: Pick<CookieDefinition, 'name' | 'prefix'>,
  isValid: (value: string) => boolean = () => true,
): string | null {
  const decode = (value: string): string | undefined => (isValid(value) ? value : undefined);
  return parseCookie(request.headers.cookie ?? '', { decode })[getCookieName(domain, cookie)] ?? null;
}

/** @returns the value of a Set-Cookie header */
export function buildSetCookie(
  { issuer }: CookieRequest['domain'],
  cookie: CookieDefinition,
  { value, path = '/' }: CookieContent,
): string {
  return serialize(issuer, cookie, { value, path, maxAge: cookie.maxAgeSeconds });
}

/** Adds a Set-Cookie header to the response. */
export function setCookie({ response, domain }: CookieContext, cookie: CookieDefinition, content: CookieContent): void {
  response.appendHeader('Set-Cookie', buildSetCookie(domain, cookie, content));
}

/** Deletes a cookie in the browser. */
export function deleteCookie({ response, domain }: CookieContext, cookie: CookieDefinition, path = '/'): void {
  response.appendHeader('Set-Cookie', serialize(domain.issuer, cookie, { value: '', path, maxAge: 0, expires: new Date(0) }));
}

function serialize(
  issuer: string,
  cookie: CookieDefinition,
  attributes: { value: string; path: string; maxAge: number; expires?: Date },
): string {
  return stringifySetCookie({
    ...attributes,
    name: getCookieName({ issuer }, cookie),
    // control: cookies are HttpOnly, that of a federation request too
    httpOnly: true,
    // control: cookies are SameSite
    sameSite: 'lax',
    // control: cookies are Secure
    secure: isSecure(issuer),
  });
}

function isSecure(issuer: string): boolean {
  return issuer.startsWith('https:');
}
