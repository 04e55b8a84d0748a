import type { ClientType } from './client-type.js';

const CHARACTER = String.raw`[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2}`;
/** The grammar of RFC 3986 section 3, with complete percent-encodings; WHATWG parsers would accept and rewrite others. */
const URI = new RegExp(
  String.raw`^[A-Za-z][A-Za-z0-9+.-]*:(?!$)(?://(?<authority>(?:${CHARACTER}|[\[\]])*))?(?:${CHARACTER}|/)*(?:\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?$`,
);
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])$/;
/** A domain name in reverse order: two labels or more, RFC 8252 section 7.1. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/** Safari writes the ids of extensions in capitals. */
const UUID_PATTERN = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
export const MAX_URI_LENGTH = 2_048;

const ABSOLUTE_URI = 'must be an absolute URI such as https://app.example.com/callback';
/** Such as an audience. */
const ABSOLUTE_NAME = 'must be an absolute URI such as https://api.example.com or urn:example:api';
const NAMED_HOST = 'must name a host, as a DNS name or as an IP address in its usual form';
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

/** @returns the fault of a value that cannot be parsed. @param rule if it is not too long */
function unreadable(value: unknown, rule: string): string {
  return typeof value === 'string' && value.length > MAX_URI_LENGTH ? `must have at most ${MAX_URI_LENGTH} characters` : rule;
}

const isWeb = ({ url }: ParsedUri): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/** Whether a web URI spells its host literally. WHATWG parsers find a host in `https:///x` too, and read 0x7f.1 as 127.0.0.1. */
function namesHost({ url, authority }: ParsedUri): boolean {
  const host = authority.replace(/^.*@/, '').replace(/:\d*$/, '').toLowerCase();
  return host === url.hostname && HOST.test(host);
}

/** Whether a host name means this machine: RFC 8252 section 7.3, RFC 6761 section 6.3. */
export function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @returns the fault of an absolute URI that names something (an audience), or null: RFC 3986 section 4.3, RFC 8707 section 2 */
export function findAbsoluteUriFault(value: unknown): string | null {
  const uri = parse(value);
  if (!uri) return unreadable(value, ABSOLUTE_NAME);
  if (uri.text.includes('#')) return NO_FRAGMENT;
  return isWeb(uri) && !namesHost(uri) ? NAMED_HOST : null;
}

/**
 * @returns the fault of a redirect URI, or null. RFC 6749 section 3.1.2, RFC 8252 sections 7 and 8.4, RFC 9700 section 4.1: https; http on
 * the loopback only; for public clients also a private-use scheme, which is named after a domain and so has a period
 */
export function findRedirectUriFault(value: unknown, clientType: ClientType | undefined): string | null {
  const uri = parse(value);
  if (!uri) return unreadable(value, ABSOLUTE_URI);
  // control: a redirect URI has no fragment
  if (uri.text.includes('#')) return NO_FRAGMENT;
  // control: a redirect URI has no user name
  if (uri.authority.includes('@')) return 'must not contain a user name or password';
  // control: a redirect URI has no wildcard
  if (uri.url.hostname.includes('*')) return 'must be compared exactly, so it must not have a wildcard';
  return isWeb(uri) ? findWebRedirectFault(uri) : findPrivateUseRedirectFault(uri, clientType);
}

function findWebRedirectFault(uri: ParsedUri): string | null {
  if (!namesHost(uri)) return NAMED_HOST;
  // control: a redirect URI uses https
  if (uri.url.protocol === 'https:' || isLoopback(uri.url.hostname)) return null;
  return 'must use https; http is for loopback addresses only';
}

function findPrivateUseRedirectFault({ url }: ParsedUri, clientType: ClientType | undefined): string | null {
  if (!PRIVATE_USE_SCHEME.test(url.protocol)) {
    return 'must use https, or a private-use scheme named after a domain such as com.example.app:/callback';
  }
  return clientType === 'Confidential' ? 'must use https; private-use schemes are for clients of type Public only' : null;
}

/** Enough for any, and short enough for the key of an index. */
export const MAX_ISSUER_LENGTH = 1_024;

/**
 * @returns the fault of an issuer identifier, or null. OpenID Connect Core section 1.2, RFC 8414 section 2: https, host and perhaps port
 * and path; http on the loopback only
 */
export function findIssuerFault(value: unknown): string | null {
  const uri = parse(value);
  if (!uri || !isWeb(uri)) return 'must be an issuer such as https://login.example.com';
  if (uri.text.includes('#') || uri.text.includes('?')) return 'must not have a query (?...) or a fragment (#...)';
  if (uri.authority.includes('@')) return 'must not contain a user name or password';
  return findWebRedirectFault(uri);
}

/**
 * @returns the fault of an address at which a client is called, or null: https, or http on the loopback; no fragment (RFC 7591 section 2)
 */
export function findCallbackUriFault(value: unknown): string | null {
  const uri = parse(value);
  if (!uri || !isWeb(uri)) return 'must be an address such as https://app.example.com/logout';
  if (uri.text.includes('#')) return NO_FRAGMENT;
  if (uri.authority.includes('@')) return 'must not contain a user name or password';
  return findWebRedirectFault(uri);
}

/** Hybrid applications, and extensions by the ids that browsers give them: Chrome's have 32 letters, the others are UUIDs. */
const APP_ORIGIN = new RegExp(
  `^(?:capacitor://localhost|ionic://localhost|chrome-extension://[a-p]{32}|(?:moz|safari-web)-extension://${UUID_PATTERN})$`,
);

/**
 * @returns the fault of an origin as browsers send it (RFC 6454 section 6.2), or null. Applications and extensions cannot keep a secret, so
 * their origins are for public clients only
 */
export function findOriginFault(value: unknown, clientType: ClientType | undefined): string | null {
  if (typeof value === 'string' && APP_ORIGIN.test(value)) {
    return clientType === 'Confidential'
      ? 'must use https; origins of applications and extensions are for clients of type Public only'
      : null;
  }
  const uri = parse(value);
  return uri && isWeb(uri) && uri.url.origin === uri.text && namesHost(uri)
    ? null
    : 'must be an origin such as https://app.example.com: scheme, host and port only';
}
