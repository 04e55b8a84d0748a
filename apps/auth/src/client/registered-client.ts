import type { CachedDomain } from '../domain/cached-domain.js';
import { CachedClient } from './cached-client.js';
import { permitUnattended } from './unattended-client.js';

/** A client that registered itself (RFC 7591), as the domain permits it now; null if the domain permits none. */
export function permitRegistered(domain: CachedDomain, { client }: CachedClient): CachedClient | null {
  const { enabled, resources } = domain.clientRegistration.dynamicRegistration;
  // control: registered clients live only where an operator has enabled it
  if (!enabled) return null;
  return new CachedClient(domain.id, { ...client, ...permitUnattended(domain, resources), secrets: [] });
}
