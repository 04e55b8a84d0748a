import type { OutgoingHttpHeaders } from 'node:http';
import type { PageContext } from '../page-context.js';

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
 * Headers of all responses for browsers, including errors and assets. Omits Cross-Origin-Opener-Policy, which would break applications that
 * sign in through a popup.
 */
export const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // control: no site frames a page (X-Frame-Options)
  'X-Frame-Options': 'DENY',
  // control: a page sends no referrer
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': [
    'publickey-credentials-get=(self)',
    'publickey-credentials-create=(self)',
    ...DENIED_PERMISSIONS.map((permission) => `${permission}=()`),
  ].join(', '),
};

/**
 * A form target that stands for any identity provider. Only its scheme matters; outside production, the domain's own scheme covers http.
 */
export const ANY_IDENTITY_PROVIDER_URL = 'https://provider.example';

interface PageOrigins {
  /** URLs of the logos of the branding and of the application; null: none. */
  pictures: readonly (string | null)[];
  /** URLs to which a form of the page may redirect: redirect URIs, identity providers. */
  formTargets: readonly string[];
}

/** The pictures of a branding, which pages load from elsewhere. */
export function listBrandingPictures(branding: PageContext['branding']): (string | null)[] {
  return branding === null ? [] : [branding.logoUrl, branding.darkLogoUrl, branding.faviconUrl];
}

/** @returns all headers of a page except Content-Length */
export function buildPageHeaders(origins: PageOrigins): OutgoingHttpHeaders {
  return {
    ...BROWSER_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    // control: pages are not cached
    'Cache-Control': 'no-store',
    'Content-Security-Policy': buildContentSecurityPolicy(origins),
  };
}

/** CSP Level 3: allows own resources, the logos that the operator chose, and forms that post here or redirect to the application. */
export function buildContentSecurityPolicy({ pictures, formTargets }: PageOrigins): string {
  const logos = pictures.map((url) => (url === null ? null : toSourceExpression(url))).filter((origin) => origin !== null);
  const targets = formTargets.map(toSchemeSource).filter((scheme) => scheme !== null);
  return [
    `default-src 'none'`,
    // control: no inline scripts (CSP)
    `script-src 'self'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src ${["'self'", ...new Set(logos)].join(' ')}`,
    `connect-src 'self'`,
    `form-action ${["'self'", ...new Set(targets)].join(' ')}`,
    // control: no site frames a page (CSP)
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}

/**
 * @returns the origin of a URL as a source expression (CSP Level 3 section 2.3.1), or null. Allows only host name characters, because `;`
 * and `,` in a URL's host would start a new directive or policy.
 */
export function toSourceExpression(address: string): string | null {
  const url = URL.parse(address);
  return url?.protocol === 'https:' &&
    // control: the URL of a logo adds no directive to the CSP
    /^[a-z0-9.-]+(:\d+)?$/.test(url.host)
    ? url.origin
    : null;
}

/**
 * @returns the scheme of a URL as a source expression. The origin is not enough: Chromium applies `form-action` to every redirect after a
 * form, and an application may redirect further from its redirect URI.
 */
function toSchemeSource(address: string): string | null {
  const scheme = URL.parse(address)?.protocol ?? '';
  return /^[a-z][a-z0-9+.-]*:$/.test(scheme) ? scheme : null;
}
