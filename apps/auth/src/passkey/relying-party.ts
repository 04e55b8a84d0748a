import type { CachedDomain } from '../domain/cached-domain.js';

/** The domain as WebAuthn sees it: Web Authentication Level 3 section 4, "relying party". */
export interface RelyingParty {
  /** The exact host, so that no passkey is good for a host beside or below: section 13.4.9. */
  id: string;
  origin: string;
}

/** From the issuer, never from the request. */
export function getRelyingParty({ issuer }: Pick<CachedDomain, 'issuer'>): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, origin };
}
