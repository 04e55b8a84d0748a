const DENIED_PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'publickey-credentials-get', 'usb'];

/**
 * The headers of every response of the console, whose page shows texts that others have chosen.
 *
 * @param issuer at which operators sign in, and the only other origin that the page calls
 */
export function buildConsoleHeaders(issuer: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': buildContentSecurityPolicy(new URL(issuer).origin),
    'X-Content-Type-Options': 'nosniff',
    // control: no site frames the console (X-Frame-Options)
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': DENIED_PERMISSIONS.map((permission) => `${permission}=()`).join(', '),
  };
}

/** CSP Level 3. Logos of brands and identity providers are pictures of any https origin. */
function buildContentSecurityPolicy(issuerOrigin: string): string {
  return [
    `default-src 'none'`,
    // control: the console runs no inline scripts
    `script-src 'self'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' data: https:`,
    // control: the console sends nothing to other sites
    `connect-src 'self' ${issuerOrigin}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    // control: no site frames the console (CSP)
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    // control: the console makes no markup of texts
    `require-trusted-types-for 'script'`,
    // The preview of mails makes markup of what `renderMail` has escaped.
    `trusted-types mail`,
  ].join('; ');
}
