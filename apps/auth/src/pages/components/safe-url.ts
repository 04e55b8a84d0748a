/**
 * @returns the URL if it is a local path, http, https, or a private-use URI scheme (RFC 8252 section 7.1); otherwise `#`, for example for
 * `javascript:` or `data:`
 */
export function toSafeUrl(address: string): string {
  if (/^\/(?![/\\])/.test(address)) return address;
  const scheme = URL.parse(address)?.protocol ?? '';
  // control: a link leads to no script
  return /^(https?|[a-z][a-z0-9-]*(\.[a-z0-9-]+)+):$/.test(scheme) ? address : '#';
}
