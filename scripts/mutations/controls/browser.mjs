/** Controls of pages, forms, cookies and sign-in steps. */

const COOKIES = {
  file: 'apps/auth/src/pages/http/cookies.ts',
  test: { file: 'apps/auth/src/pages/http/cookies.spec.ts', title: 'is HttpOnly, SameSite=Lax, Secure, and for its host only' },
};
const PROVIDER_COOKIES = {
  file: 'apps/auth/src/provider/cookies.ts',
  test: {
    file: 'apps/auth/src/provider/cookies.spec.ts',
    title: 'are signed, HttpOnly, SameSite=Lax, Secure and prefixed over https',
  },
};
const CSRF = {
  file: 'apps/auth/src/pages/http/csrf.ts',
  test: { file: 'apps/auth/src/pages/http/csrf.spec.ts', title: 'is rejected with %j despite the token' },
};
const HEADERS = 'apps/auth/src/pages/http/page-headers.ts';
const HEADERS_SPEC = 'apps/auth/src/pages/http/page-headers.spec.ts';
const PAGE_HEADERS = { file: HEADERS, test: { file: HEADERS_SPEC, title: 'prevent caching, framing, content sniffing and referrers' } };

/** @type {import('../mutation.mjs').Mutation[]} */
export const BROWSER = [
  {
    control: 'cookies are HttpOnly, that of a federation request too',
    rule: 'OWASP ASVS 5.0 section 3.3',
    ...COOKIES,
    text: 'httpOnly: true,',
    replacement: '',
  },
  { control: 'cookies are SameSite', rule: 'OWASP ASVS 5.0 section 3.3', ...COOKIES, text: "sameSite: 'lax',", replacement: '' },
  { control: 'cookies are Secure', rule: 'OWASP ASVS 5.0 section 3.3', ...COOKIES, text: 'secure: isSecure(issuer),', replacement: '' },
  {
    control: 'a sibling host cannot set the cookie that binds a sign-in to its browser',
    rule: 'RFC 6265bis section 4.1.3',
    file: COOKIES.file,
    text: "{ name: 'browser', prefix: '__Host-'",
    replacement: "{ name: 'browser', prefix: ''",
    test: { file: COOKIES.test.file, title: 'keep sibling hosts from setting those of this host' },
  },
  {
    control: 'a sibling host cannot set the session cookie',
    rule: 'RFC 6265bis section 4.1.3',
    ...PROVIDER_COOKIES,
    text: '`${prefixes.host}session`',
    replacement: "'session'",
  },
  {
    control: 'the session cookie is signed',
    rule: 'OWASP ASVS 5.0 section 3.3',
    ...PROVIDER_COOKIES,
    text: 'signed: true',
    replacement: 'signed: false',
  },
  {
    control: 'a form post comes from the same origin, by Sec-Fetch-Site',
    rule: 'OWASP ASVS 5.0 section 3.5',
    ...CSRF,
    text: "if (site !== undefined && site !== 'same-origin') return false;",
    replacement: '',
  },
  {
    control: 'a form post comes from the same origin, by Origin',
    rule: 'OWASP ASVS 5.0 section 3.5',
    ...CSRF,
    text: "if (origin !== undefined && origin !== 'null' && origin !== new URL(expected.issuer).origin) return false;",
    replacement: '',
  },
  {
    control: 'a form post needs the token of its page',
    rule: 'OWASP ASVS 5.0 section 3.5',
    file: CSRF.file,
    text: ' && isSameSecret(csrf, expected.csrf)',
    replacement: '',
    test: { file: CSRF.test.file, title: 'is rejected with the token %j' },
  },
  {
    control: 'an empty token protects no form',
    rule: 'OWASP ASVS 5.0 section 3.5',
    file: CSRF.file,
    text: " && csrf !== ''",
    replacement: '',
    test: { file: CSRF.test.file, title: 'is rejected if no token was issued' },
  },
  {
    control: 'no site frames a page (CSP)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    file: HEADERS,
    text: "`frame-ancestors 'none'`,",
    replacement: '',
    test: { file: HEADERS_SPEC, title: 'allows only own resources and forbids framing' },
  },
  {
    control: 'no inline scripts (CSP)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    file: HEADERS,
    text: "`script-src 'self'`",
    replacement: "`script-src 'self' 'unsafe-inline'`",
    test: { file: HEADERS_SPEC, title: 'allows only own resources and forbids framing' },
  },
  {
    control: 'the URL of a logo adds no directive to the CSP',
    rule: 'OWASP ASVS 5.0 section 3.4',
    file: HEADERS,
    text: ' && /^[a-z0-9.-]+(:\\d+)?$/.test(url.host)',
    replacement: '',
    test: { file: HEADERS_SPEC, title: 'ignores a logo that could inject a source: %s' },
  },
  {
    control: 'no site frames a page (X-Frame-Options)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    ...PAGE_HEADERS,
    text: "'X-Frame-Options': 'DENY',",
    replacement: '',
  },
  {
    control: 'a page sends no referrer',
    rule: 'RFC 9700 section 4.2.4',
    ...PAGE_HEADERS,
    text: "'Referrer-Policy': 'no-referrer',",
    replacement: '',
  },
  {
    control: 'pages are not cached',
    rule: 'OWASP ASVS 5.0 section 14.3.2',
    ...PAGE_HEADERS,
    text: "'Cache-Control': 'no-store',",
    replacement: '',
  },
  {
    control: 'a link leads to no script',
    rule: 'OWASP ASVS 5.0 section 1.2',
    file: 'apps/auth/src/pages/components/safe-url.ts',
    text: ".test(scheme) ? address : '#'",
    replacement: '.test(scheme) ? address : address',
    test: { file: 'apps/auth/src/pages/components/safe-url.spec.ts', title: 'is replaced by # for any other scheme: %j' },
  },
  {
    control: 'a user with a passkey must use it before another is enrolled',
    rule: 'NIST SP 800-63B-4: binding an additional authenticator',
    file: 'apps/auth/src/sign-in/state/next-step.ts',
    text: "if (enrolled.passkeys && !methods.includes('passkey')) return ['passkey'];",
    replacement: '',
    test: {
      file: 'apps/auth/src/sign-in/state/next-step.spec.ts',
      title: 'after %j, for %j: %j',
    },
  },
  {
    control: 'a code of an authenticator app is valid for one step before and after',
    rule: 'RFC 6238 section 5.2',
    file: 'apps/auth/src/totp/time-step.ts',
    text: 'epochTolerance: PERIOD_SECONDS',
    replacement: 'epochTolerance: PERIOD_SECONDS * 2',
    test: { file: 'apps/auth/src/totp/time-step.spec.ts', title: 'allows a difference of one step: %d s' },
  },
  {
    control: 'an error page links to nothing that the request names',
    rule: 'RFC 6749 section 10.15: open redirectors',
    file: 'apps/auth/src/provider/interaction/application-home.ts',
    text: 'origins.find((origin) => origin === wanted) ?? origins[0] ?? null',
    replacement: 'wanted ?? origins[0] ?? null',
    test: {
      file: 'apps/auth/src/provider/pages/error-pages.spec.ts',
      title: 'says what is wrong, and links only to what is registered: %s',
    },
  },
];
