import { isSameSecret } from '@latchkey/crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a POST brings: its headers, and the field `csrf`. */
export interface PostedForm {
  headers: IncomingHttpHeaders;
  csrf: unknown;
}

/**
 * Whether a form was sent by a page of ours, that of this very interaction. Browsers say where a POST comes from (Sec-Fetch-Site, and
 * Origin, which is `null` under our referrer policy); where neither is said, the token alone decides.
 *
 * @param expected the token that the page was given, and the domain's issuer
 */
export function isCsrfSafe({ headers, csrf }: PostedForm, expected: { csrf: string; issuer: string }): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  if (origin !== undefined && origin !== 'null' && origin !== new URL(expected.issuer).origin) return false;
  return typeof csrf === 'string' && csrf !== '' && isSameSecret(csrf, expected.csrf);
}
