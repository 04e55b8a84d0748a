import type { OutgoingHttpHeaders } from 'node:http';

const DENIED_PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
];

/**
 * The headers of whatever a person's browser shows of ours, errors and assets included. No Cross-Origin-Opener-Policy: an application that
 * signs people in in a popup would never hear of it.
 */
export const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': [
    'publickey-credentials-get=(self)',
    'publickey-credentials-create=(self)',
    ...DENIED_PERMISSIONS.map((permission) => `${permission}=()`),
  ].join(', '),
};

/** Some identity provider, as a target of forms: of an address only the scheme counts, and outside production that is the domain's too. */
export const ANY_IDENTITY_PROVIDER_URL = 'https://provider.example';

interface PageOrigins {
  /** The branding's logo. */
  logoUrl: string | null;
  /** Where the answer to a form of the page may lead: redirect URIs, identity providers. */
  formTargets: readonly string[];
}

/** @returns every header of a page but its length */
export function buildPageHeaders(origins: PageOrigins): OutgoingHttpHeaders {
  return {
    ...BROWSER_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': buildContentSecurityPolicy(origins),
  };
}

/** CSP Level 3: nothing but our own files, the operator's logo, and forms that lead to us or to the application. */
export function buildContentSecurityPolicy({ logoUrl, formTargets }: PageOrigins): string {
  const logo = logoUrl === null ? null : toSourceExpression(logoUrl);
  const targets = formTargets.map(toSchemeSource).filter((scheme) => scheme !== null);
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src ${["'self'", ...(logo === null ? [] : [logo])].join(' ')}`,
    `connect-src 'self'`,
    `form-action ${["'self'", ...new Set(targets)].join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}

/**
 * The origin of an address as a source expression (CSP Level 3 section 2.3.1), null if it has none. Only characters of a host name pass:
 * a URL's host may have `;` and `,` in it, which would begin a directive or a policy of its own.
 */
export function toSourceExpression(address: string): string | null {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && /^[a-z0-9.-]+(:\d+)?$/.test(url.host) ? url.origin : null;
}

/**
 * The scheme of an address as a source expression. Not its origin: Chromium holds `form-action` against every redirect that follows a
 * form, and an application may send on from its redirect URI to wherever it likes.
 */
function toSchemeSource(address: string): string | null {
  const scheme = URL.parse(address)?.protocol ?? '';
  return /^[a-z][a-z0-9+.-]*:$/.test(scheme) ? scheme : null;
}
