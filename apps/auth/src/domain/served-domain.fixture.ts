import type { ServedDomain } from '@latchkey/persistence';

/** A domain without branding that signs as new domains do. */
export function createServedDomain(id: string): Omit<ServedDomain, 'keys'> {
  return {
    id,
    name: `${id}.example.com`,
    revision: '1',
    branding: { name: null, logoUrl: null, accentColor: null },
    idTokenAlgorithms: ['RS256', 'ES256'],
    accessTokenAlgorithms: ['ES256', 'RS256'],
  };
}
