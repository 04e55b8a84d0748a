import type { Configuration } from 'oidc-provider';

/**
 * The cookies of a domain. Where the issuer is https their names have the prefixes of RFC 6265bis section 4.1.3, by which browsers refuse
 * what a sibling host sets for the whole zone; the interaction's have paths, which `__Host-` does not allow, so a further cookie binds it to
 * its browser: see interaction-binding.ts. Over http, where people
 * develop, such names would be refused by some browsers.
 */
export function createCookieOptions(issuer: string, keys: readonly Buffer[]): NonNullable<Configuration['cookies']> {
  const secure = issuer.startsWith('https:');
  const attributes = { httpOnly: true, sameSite: 'lax', signed: true, secure, overwrite: true } as const;
  const prefixes = secure ? { host: '__Host-', secure: '__Secure-' } : { host: '', secure: '' };
  return {
    keys: keys.map((key) => key.toString('base64url')),
    names: {
      session: `${prefixes.host}session`,
      interaction: `${prefixes.secure}interaction`,
      resume: `${prefixes.secure}interaction_resume`,
    },
    long: { ...attributes, path: '/' },
    short: attributes,
  };
}
