/** Controls of pages, forms, cookies and sign-in steps. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const BROWSER = [
  {
    control: 'a link alone signs in nobody with an authenticator, where the domain asks for it',
    rule: 'OWASP ASVS 5.0 section 6.3.3',
    replacement: 'false',
    test: { file: 'second-factor.int-spec.ts', title: 'is asked for after a link, and completes the sign-in' },
  },
  {
    control: 'a session that a link alone began does not suffice, where the domain asks for authenticators',
    rule: 'OWASP ASVS 5.0 section 6.3.3',
    replacement: 'false',
    test: { file: 'second-factor.int-spec.ts', title: 'is asked of a user whom a link has signed in before' },
  },
  {
    control: 'the choice of a language leads to no other host',
    rule: 'CWE-601',
    test: { file: 'remembered-choices.int-spec.ts', title: 'leads to a page of the domain only: %j' },
  },
  {
    control: 'cookies are HttpOnly, that of a federation request too',
    rule: 'OWASP ASVS 5.0 section 3.3',
    test: { file: 'cookies.spec.ts', title: 'sets the cookie HttpOnly, SameSite=Lax, Secure, and for its host only' },
  },
  {
    control: 'cookies are SameSite',
    rule: 'OWASP ASVS 5.0 section 3.3',
    test: { file: 'cookies.spec.ts', title: 'sets the cookie HttpOnly, SameSite=Lax, Secure, and for its host only' },
  },
  {
    control: 'cookies are Secure',
    rule: 'OWASP ASVS 5.0 section 3.3',
    test: { file: 'cookies.spec.ts', title: 'sets the cookie HttpOnly, SameSite=Lax, Secure, and for its host only' },
  },
  {
    control: 'a sibling host cannot set the cookie that binds a sign-in to its browser',
    rule: 'RFC 6265bis section 4.1.3',
    replacement: "''",
    test: { file: 'cookies.spec.ts', title: "keep sibling hosts from setting this host's cookies" },
  },
  {
    control: 'a sibling host cannot set the session cookie',
    rule: 'RFC 6265bis section 4.1.3',
    replacement: "'session'",
    test: { file: 'cookies.spec.ts', title: 'are signed, HttpOnly, SameSite=Lax, Secure and prefixed over https' },
  },
  {
    control: 'the session cookie is signed',
    rule: 'OWASP ASVS 5.0 section 3.3',
    text: 'signed: true',
    replacement: 'signed: false',
    test: { file: 'cookies.spec.ts', title: 'are signed, HttpOnly, SameSite=Lax, Secure and prefixed over https' },
  },
  {
    control: 'a form post comes from the same origin, by Sec-Fetch-Site',
    rule: 'OWASP ASVS 5.0 section 3.5',
    test: { file: 'csrf.spec.ts', title: 'rejects %j despite the token' },
  },
  {
    control: 'a form post comes from the same origin, by Origin',
    rule: 'OWASP ASVS 5.0 section 3.5',
    test: { file: 'csrf.spec.ts', title: 'rejects %j despite the token' },
  },
  {
    control: 'a form post needs the token of its page',
    rule: 'OWASP ASVS 5.0 section 3.5',
    test: { file: 'csrf.spec.ts', title: 'rejects the token %j' },
  },
  {
    control: 'an empty token protects no form',
    rule: 'OWASP ASVS 5.0 section 3.5',
    test: { file: 'csrf.spec.ts', title: 'rejects a form if no token was issued' },
  },
  {
    control: 'no site frames a page (CSP)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    test: { file: 'page-headers.spec.ts', title: 'allows only own resources and forbids framing' },
  },
  {
    control: 'no inline scripts (CSP)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    replacement: "`script-src 'self' 'unsafe-inline'`",
    test: { file: 'page-headers.spec.ts', title: 'allows only own resources and forbids framing' },
  },
  {
    control: 'no site frames the console (CSP)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    test: {
      file: 'serve-console.spec.ts',
      title: 'runs only its own scripts, calls only the API and the issuer, and is framed by no site: %s',
    },
  },
  {
    control: 'no site frames the console (X-Frame-Options)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    test: {
      file: 'serve-console.spec.ts',
      title: 'runs only its own scripts, calls only the API and the issuer, and is framed by no site: %s',
    },
  },
  {
    control: 'the console runs no inline scripts',
    rule: 'OWASP ASVS 5.0 section 3.4',
    replacement: "`script-src 'self' 'unsafe-inline'`",
    test: {
      file: 'serve-console.spec.ts',
      title: 'runs only its own scripts, calls only the API and the issuer, and is framed by no site: %s',
    },
  },
  {
    control: 'the console sends nothing to other sites',
    rule: 'OWASP ASVS 5.0 section 3.4',
    replacement: '`connect-src *`',
    test: {
      file: 'serve-console.spec.ts',
      title: 'runs only its own scripts, calls only the API and the issuer, and is framed by no site: %s',
    },
  },
  {
    control: 'the console makes no markup of texts',
    rule: 'OWASP ASVS 5.0 section 3.2',
    test: {
      file: 'serve-console.spec.ts',
      title: 'runs only its own scripts, calls only the API and the issuer, and is framed by no site: %s',
    },
  },
  {
    control: 'the URL of a logo adds no directive to the CSP',
    rule: 'OWASP ASVS 5.0 section 3.4',
    test: { file: 'page-headers.spec.ts', title: 'ignores a logo that could inject a source: %s' },
  },
  {
    control: 'no site frames a page (X-Frame-Options)',
    rule: 'OWASP ASVS 5.0 section 3.4',
    test: { file: 'page-headers.spec.ts', title: 'prevent caching, framing, content sniffing and referrers' },
  },
  {
    control: 'a page sends no referrer',
    rule: 'RFC 9700 section 4.2.4',
    test: { file: 'page-headers.spec.ts', title: 'prevent caching, framing, content sniffing and referrers' },
  },
  {
    control: 'pages are not cached',
    rule: 'OWASP ASVS 5.0 section 14.3.2',
    test: { file: 'page-headers.spec.ts', title: 'prevent caching, framing, content sniffing and referrers' },
  },
  {
    control: 'a link leads to no script',
    rule: 'OWASP ASVS 5.0 section 1.2',
    replacement: 'true',
    test: { file: 'safe-url.spec.ts', title: 'replaces a URL with any other scheme by #: %j' },
  },
  {
    control: 'a user with a passkey must use it before another is enrolled',
    rule: 'NIST SP 800-63B-4: binding an additional authenticator',
    test: { file: 'next-step.spec.ts', title: 'after %j, for %j: %j' },
  },
  {
    control: 'a code of an authenticator app is valid for one step before and after',
    rule: 'RFC 6238 section 5.2',
    text: /epochTolerance: \w+/,
    replacement: 'epochTolerance: 60',
    test: { file: 'time-step.spec.ts', title: 'allows a difference of one step: %d s' },
  },
  {
    control: 'an error page links to nothing that the request names',
    rule: 'RFC 6749 section 10.15: open redirectors',
    text: /\w+\.find\(.*=== (\w+)\)/,
    replacement: '$1',
    test: { file: 'error-pages.spec.ts', title: 'explains what is wrong, and links only to registered URLs: %s' },
  },
  {
    control: 'a device is let in only by a form that has shown its code',
    rule: 'RFC 8628 section 5.4',
    test: { file: 'device-refusals.int-spec.ts', title: 'takes no form of another browser, or for another code' },
  },
  {
    control: 'an address enters a limited number of wrong user codes',
    rule: 'RFC 8628 section 5.1',
    test: { file: 'device-refusals.int-spec.ts', title: 'locks an address after ten wrong codes, even for the right one' },
  },
  {
    control: 'a domain takes a limited number of wrong user codes',
    rule: 'RFC 8628 section 5.1',
    replacement: 'true',
    test: { file: 'device-refusals.int-spec.ts', title: 'locks a domain after a thousand wrong codes' },
  },
  {
    control: 'a session alone neither shows all data of its user nor changes the account',
    rule: 'OWASP ASVS 5.0 section 7.5.1',
    replacement: 'true',
    test: { file: 'account-data.int-spec.ts', title: 'at %s need a recent sign-in of the same user' },
  },
  {
    control: 'a sign-in leads back to a page of the account only',
    rule: 'RFC 9700 section 4.11.2',
    replacement: "state ?? '/account'",
    test: { file: 'account-data.int-spec.ts', title: 'follow the sign-in that they require, and no other address does' },
  },
  {
    control: 'people delete their accounts only where the operator permits it',
    rule: 'the setting accountDeletion of a domain',
    test: { file: 'account-data.int-spec.ts', title: 'is not possible where the operator forbids it' },
  },
];
