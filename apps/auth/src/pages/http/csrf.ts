import { isSameSecret } from '@latchkey/crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The headers and the `csrf` field of a POST. */
export interface PostedForm {
  headers: IncomingHttpHeaders;
  csrf: unknown;
}

/**
 * Whether a form post comes from a page of this interaction. Checks Sec-Fetch-Site and Origin, which is `null` under the pages' referrer
 * policy, and the token. Without both headers, the token alone decides.
 *
 * @param expected the token issued to the page, and the issuer of the domain
 */
export function isCsrfSafe({ headers, csrf }: PostedForm, expected: { csrf: string; issuer: string }): boolean {
  const site = headers['sec-fetch-site'];
  // control: a form post comes from the same origin, by Sec-Fetch-Site
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  // control: a form post comes from the same origin, by Origin
  if (origin !== undefined && origin !== 'null' && origin !== new URL(expected.issuer).origin) return false;
  return (
    typeof csrf === 'string' &&
    // control: an empty token protects no form
    csrf !== '' &&
    // control: a form post needs the token of its page
    isSameSecret(csrf, expected.csrf)
  );
}
