import type { Configuration } from 'oidc-provider';
import { getCookieName } from '../pages/http/cookies.js';

/** Has the id of an authorization request that waits for its user. */
export const INTERACTION = { name: 'interaction', prefix: '__Secure-' } as const;

/**
 * The cookie names and options of a domain. With an https issuer the names have the prefixes of RFC 6265bis section 4.1.3, so that browsers
 * reject cookies that a sibling host sets for the whole zone. Interaction cookies have paths, which `__Host-` does not allow, so another
 * cookie binds them to the browser: see interaction-binding.ts.
 */
export function createCookieOptions(issuer: string, keys: readonly Buffer[]): NonNullable<Configuration['cookies']> {
  const secure = issuer.startsWith('https:');
  // control: the session cookie is signed
  const attributes = { httpOnly: true, sameSite: 'lax', signed: true, secure, overwrite: true } as const;
  return {
    keys: keys.map((key) => key.toString('base64url')),
    names: {
      // control: a sibling host cannot set the session cookie
      session: getCookieName({ issuer }, { name: 'session', prefix: '__Host-' }),
      interaction: getCookieName({ issuer }, INTERACTION),
      resume: getCookieName({ issuer }, { name: 'interaction_resume', prefix: '__Secure-' }),
    },
    long: { ...attributes, path: '/' },
    short: attributes,
  };
}
