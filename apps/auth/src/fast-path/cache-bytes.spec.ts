import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServedClient } from '@latchkey/persistence';
import { heapBytesOfEach } from '../../../../test/support/heap-bytes.js';
import { CachedClient } from '../client/cached-client.js';
import { CachedDomain } from '../domain/cached-domain.js';
import { createServedDomain, createSigningKeyStore, createStoredKey } from '../domain/served-domain.fixture.js';
import { AccessTokenTemplate } from './access-token-template.js';

const COUNT = 1_000;

/** A copy without shared strings, like a parsed database response. */
function parsed<Data>(data: Data, n: number): Data {
  return JSON.parse(JSON.stringify(data).replaceAll('acme', `acme-${n}`)) as Data;
}

const store = createSigningKeyStore();
const stored = [await createStoredKey('acme', 'ES256'), await createStoredKey('acme', 'RS256')];

function createDomain(n: number): CachedDomain {
  const keys = parsed(stored, n).map((key) => store.open(`acme-${n}`, { ...key, signsFrom: new Date(key.signsFrom) }));
  return new CachedDomain(parsed(createServedDomain('acme'), n), `https://acme-${n}.example.com`, keys);
}

function createClient(n: number): CachedClient {
  const row = {
    clientId: 'acme',
    clientType: 'Confidential',
    grantType: 'ClientCredentials',
    furtherClaims: {},
    scope: 'acme.read acme.write',
    audiences: ['https://acme.example.com/orders'],
    redirectUris: null,
    revision: '1234567',
    authentication: null,
    tokenQuota: null,
    presentation: null,
    active: true,
  };
  const secrets = [{ id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, hash: Buffer.alloc(32, n), expiresAt: null }];
  return new CachedClient(`acme-${n}`, { ...parsed(row, n), secrets } as unknown as ServedClient);
}

function createTemplate(n: number): AccessTokenTemplate {
  const domain = createDomain(n);
  const terms = {
    jwtType: 'at+jwt' as const,
    issuer: domain.issuer,
    audience: domain.issuer,
    furtherClaims: {},
    scope: 'acme.read acme.write',
    binding: null,
    expiry: 3_600,
    until: null,
    tokenMark: 'mark-'.padEnd(8, String(n % 10)),
    tokenLimits: [],
  };
  return new AccessTokenTemplate(terms, domain.keys[0]!, { domainId: `acme-${n}`, clientId: `client-${n}` });
}

describe('memory estimates of cache entries', () => {
  const kinds = { 'a domain': createDomain, 'a client': createClient, 'a template': createTemplate };
  let measured: number[];

  beforeAll(() => {
    measured = heapBytesOfEach(COUNT, Object.values(kinds));
  });

  it.each(Object.entries(kinds).map(([kind, create], index) => [kind, create, index] as const))(
    'match the heap for %s',
    (_kind, create, index) => {
      const { bytes } = create(1);

      expect(bytes / measured[index]!).toBeGreaterThan(0.75);
      expect(bytes / measured[index]!).toBeLessThan(2);
    },
  );
});
