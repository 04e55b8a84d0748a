import type { ClientType } from './client-type.js';

const CHARACTER = String.raw`[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2}`;
/** The grammar of RFC 3986 section 3 with complete percent-encodings. WHATWG parsers would accept and rewrite others. */
const URI = new RegExp(
  String.raw`^[A-Za-z][A-Za-z0-9+.-]*:(?!$)(?://(?<authority>(?:${CHARACTER}|[\[\]])*))?(?:${CHARACTER}|/)*(?:\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?$`,
);
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])$/;
/** A domain name in reverse order with at least two labels: RFC 8252 section 7.1. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/** Safari writes extension ids in capitals. */
const UUID_PATTERN = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
export const MAX_URI_LENGTH = 2_048;

const ABSOLUTE_URI = 'must be an absolute URI such as https://app.example.com/callback';
/** For example an audience. */
const ABSOLUTE_NAME = 'must be an absolute URI such as https://api.example.com or urn:example:api';
const NAMED_HOST = 'must name a host as a DNS name or an IP address in its usual form';
const NO_FRAGMENT = 'must not have a fragment (#...)';

interface ParsedUri {
  url: URL;
  text: string;
  authority: string;
}

function parse(value: unknown): ParsedUri | null {
  if (typeof value !== 'string' || value.length > MAX_URI_LENGTH) return null;
  const match = URI.exec(value);
  const url = match && URL.parse(value);
  return url && { url, text: value, authority: match.groups?.['authority'] ?? '' };
}

/** @returns the error of a value that cannot be parsed. @param rule that applies unless it is too long */
function unreadable(value: unknown, rule: string): string {
  return typeof value === 'string' && value.length > MAX_URI_LENGTH ? `must have at most ${MAX_URI_LENGTH} characters` : rule;
}

const isWeb = ({ url }: ParsedUri): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/** Whether a web URI spells its host literally. WHATWG parsers also find a host in `https:///x`, and read 0x7f.1 as 127.0.0.1. */
function namesHost({ url, authority }: ParsedUri): boolean {
  const host = authority.replace(/^.*@/, '').replace(/:\d*$/, '').toLowerCase();
  return host === url.hostname && HOST.test(host);
}

/** Whether a host name refers to this machine: RFC 8252 section 7.3, RFC 6761 section 6.3. */
export function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @returns the error of an absolute URI that serves as a name (an audience), or null: RFC 3986 section 4.3, RFC 8707 section 2 */
export function findAbsoluteUriViolation(value: unknown): string | null {
  const uri = parse(value);
  if (!uri) return unreadable(value, ABSOLUTE_NAME);
  if (uri.text.includes('#')) return NO_FRAGMENT;
  return isWeb(uri) && !namesHost(uri) ? NAMED_HOST : null;
}

/**
 * @returns the error of a redirect URI, or null. RFC 6749 section 3.1.2, RFC 8252 sections 7 and 8.4, RFC 9700 section 4.1: https; http
 * only for loopback; for public clients also a private-use scheme, which is named after a domain and so contains a period
 */
export function findRedirectUriViolation(value: unknown, clientType: ClientType | undefined): string | null {
  const uri = parse(value);
  if (!uri) return unreadable(value, ABSOLUTE_URI);
  // control: a redirect URI has no fragment
  if (uri.text.includes('#')) return NO_FRAGMENT;
  // control: a redirect URI has no user name
  if (uri.authority.includes('@')) return 'must not contain a user name or password';
  // control: a redirect URI has no wildcard
  if (uri.url.hostname.includes('*')) return 'must not have a wildcard, because it is compared exactly';
  return isWeb(uri) ? findWebRedirectViolation(uri) : findPrivateUseRedirectViolation(uri, clientType);
}

function findWebRedirectViolation(uri: ParsedUri): string | null {
  if (!namesHost(uri)) return NAMED_HOST;
  // control: a redirect URI uses https
  if (uri.url.protocol === 'https:' || isLoopback(uri.url.hostname)) return null;
  return 'must use https; http is only allowed for loopback addresses';
}

function findPrivateUseRedirectViolation({ url }: ParsedUri, clientType: ClientType | undefined): string | null {
  if (!PRIVATE_USE_SCHEME.test(url.protocol)) {
    return 'must use https, or a private-use scheme named after a domain such as com.example.app:/callback';
  }
  return clientType === 'Confidential' ? 'must use https; private-use schemes are only allowed for clients of type Public' : null;
}

/** Long enough for any issuer, and short enough for an index key. */
export const MAX_ISSUER_LENGTH = 1_024;

/**
 * @returns the error of an issuer identifier, or null. OpenID Connect Core section 1.2, RFC 8414 section 2: https, a host, and optionally
 * port and path; http only for loopback
 */
export function findIssuerViolation(value: unknown): string | null {
  const uri = parse(value);
  if (!uri || !isWeb(uri)) return 'must be an issuer such as https://login.example.com';
  if (uri.text.includes('#') || uri.text.includes('?')) return 'must not have a query (?...) or a fragment (#...)';
  if (uri.authority.includes('@')) return 'must not contain a user name or password';
  return findWebRedirectViolation(uri);
}

/** @returns the error of a URL at which a client is called, or null: https, or http for loopback; no fragment (RFC 7591 section 2) */
export function findCallbackUriViolation(value: unknown): string | null {
  const uri = parse(value);
  if (!uri || !isWeb(uri)) return 'must be a URL such as https://app.example.com/logout';
  if (uri.text.includes('#')) return NO_FRAGMENT;
  if (uri.authority.includes('@')) return 'must not contain a user name or password';
  return findWebRedirectViolation(uri);
}

/** Hybrid applications, and extensions by the ids that browsers assign: Chrome's have 32 letters, the others are UUIDs. */
const APP_ORIGIN = new RegExp(
  `^(?:capacitor://localhost|ionic://localhost|chrome-extension://[a-p]{32}|(?:moz|safari-web)-extension://${UUID_PATTERN})$`,
);

/**
 * @returns the error of an origin as browsers send it (RFC 6454 section 6.2), or null. Applications and extensions cannot keep a secret, so
 * their origins are only for public clients
 */
export function findOriginViolation(value: unknown, clientType: ClientType | undefined): string | null {
  if (typeof value === 'string' && APP_ORIGIN.test(value)) {
    return clientType === 'Confidential'
      ? 'must use https; origins of applications and extensions are only allowed for clients of type Public'
      : null;
  }
  const uri = parse(value);
  return uri && isWeb(uri) && uri.url.origin === uri.text && namesHost(uri)
    ? null
    : 'must be an origin such as https://app.example.com, with only scheme, host and port';
}
