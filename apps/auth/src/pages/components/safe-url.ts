/**
 * An address as a link or a form may have it: a path of ours, or http, https, or an application's own scheme, which is the reverse of
 * a domain name (RFC 8252 section 7.1). Whatever else it is (`javascript:`, `data:`) leads nowhere.
 */
export function toSafeUrl(address: string): string {
  if (/^\/(?![/\\])/.test(address)) return address;
  const scheme = URL.parse(address)?.protocol ?? '';
  return /^(https?|[a-z][a-z0-9-]*(\.[a-z0-9-]+)+):$/.test(scheme) ? address : '#';
}
