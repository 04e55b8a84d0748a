const PERCENT_ENCODED = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/**
 * Normalizes `htu` for comparison (RFC 9449 section 4.3): RFC 3986 sections 6.2.2 and 6.2.3, without query and fragment.
 *
 * @returns null if it is not an absolute http or https URL
 */
function normalizeProofTarget(target: string): string | null {
  const url = URL.parse(target);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return null;
  // The URL parser has lower-cased scheme and host, and removed default ports and dot segments.
  return `${url.protocol}//${url.host}${url.pathname.replaceAll(PERCENT_ENCODED, decodeUnreserved)}`;
}

/** RFC 3986 section 6.2.2.2. */
function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return UNRESERVED.test(character) ? character : encoded.toUpperCase();
}

/** Whether the `htu` of a proof names the URL. @param url in normal form or not */
export function isSameProofTarget(target: string, url: string): boolean {
  if (target === url) return true;
  const normal = normalizeProofTarget(target);
  return normal !== null && normal === normalizeProofTarget(url);
}
