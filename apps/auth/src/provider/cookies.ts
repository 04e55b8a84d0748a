import type { Configuration } from 'oidc-provider';

/**
 * The cookie names and options of a domain. With an https issuer the names have the prefixes of RFC 6265bis section 4.1.3, so that browsers
 * reject cookies that a sibling host sets for the whole zone. Interaction cookies have paths, which `__Host-` does not allow, so another
 * cookie binds them to the browser: see interaction-binding.ts. Over http, as in development, some browsers would reject such names, and cookies
 * of all ports of a host meet: a prefix of our own keeps them apart from an application's `session`.
 */
export function createCookieOptions(issuer: string, keys: readonly Buffer[]): NonNullable<Configuration['cookies']> {
  const secure = issuer.startsWith('https:');
  // control: the session cookie is signed
  const attributes = { httpOnly: true, sameSite: 'lax', signed: true, secure, overwrite: true } as const;
  const prefixes = secure ? { host: '__Host-', secure: '__Secure-' } : { host: 'latchkey_', secure: 'latchkey_' };
  return {
    keys: keys.map((key) => key.toString('base64url')),
    names: {
      // control: a sibling host cannot set the session cookie
      session: `${prefixes.host}session`,
      interaction: `${prefixes.secure}interaction`,
      resume: `${prefixes.secure}interaction_resume`,
    },
    long: { ...attributes, path: '/' },
    short: attributes,
  };
}
