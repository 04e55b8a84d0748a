import type { ClientType } from './client-type.js';

/** The characters of RFC 3986 section 2, with whole percent-encodings; WHATWG parsers would forgive and rewrite others. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
const ABSOLUTE_URI = 'must be an absolute URI such as https://app.example.com/callback';

function parse(value: unknown): URL | null {
  return typeof value === 'string' && value.length <= 2_048 && URI.test(value) ? URL.parse(value) : null;
}

/** Whether a host name means this machine: RFC 8252 section 7.3, RFC 6761 section 6.3. */
export function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @returns what is wrong with an absolute URI that names something (an audience), or null: RFC 3986 section 4.3, RFC 8707 section 2 */
export function absoluteUriFault(value: unknown): string | null {
  if (!parse(value)) return ABSOLUTE_URI;
  if ((value as string).includes('#')) return 'must not have a fragment (#...)';
  return null;
}

/**
 * @returns what is wrong with a redirect URI, or null. RFC 6749 section 3.1.2, RFC 8252 sections 7 and 8.4, RFC 9700 section 4.1:
 * https; http on the loopback only; for public clients also a private-use scheme, which is named after a domain and so has a period
 */
export function redirectUriFault(value: unknown, clientType: ClientType | undefined): string | null {
  const uri = parse(value);
  if (!uri) return ABSOLUTE_URI;
  if (uri.hash || (value as string).includes('#')) return 'must not have a fragment (#...)';
  if (uri.username || uri.password) return 'must not contain a user name or password';
  if (uri.hostname.includes('*')) return 'must be compared exactly, so it must not have a wildcard';
  if (uri.protocol === 'https:') return null;
  if (uri.protocol === 'http:') return isLoopback(uri.hostname) ? null : 'must use https; http is for loopback addresses only';
  if (!uri.protocol.includes('.')) return 'must use https, or a private-use scheme named after a domain such as com.example.app:/callback';
  return clientType === 'Confidential' ? 'must use https; private-use schemes are for clients of type Public only' : null;
}

/** @returns what is wrong with a web origin as browsers send it (RFC 6454 section 6.2), or null */
export function originFault(value: unknown): string | null {
  const uri = parse(value);
  const web = uri && (uri.protocol === 'https:' || uri.protocol === 'http:');
  return web && uri.origin === value && !uri.hostname.includes('*')
    ? null
    : 'must be an origin such as https://app.example.com: scheme, host and port only';
}
