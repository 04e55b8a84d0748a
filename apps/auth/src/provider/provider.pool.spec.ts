import { expect, it } from '@jest/globals';
import type { AuthSettings } from '@latchkey/config';
import type { CachedDomain } from '../domain/cached-domain.js';
import { DomainCacheRegistry } from '../cache/domain-cache.registry.js';
import type { FederatedSessionService } from '../federation/logout/federated-session.service.js';
import type { RpInitiatedLogoutService } from '../federation/logout/rp-initiated-logout.service.js';
import type { ProviderFactory } from './provider.factory.js';
import { ProviderPool } from './provider.pool.js';

const PROVIDER = { documents: {}, callback: () => () => undefined, use: () => undefined, on: () => undefined };

function fill(domainBytes: number, count: number): number {
  const factory = { create: () => PROVIDER } as unknown as ProviderFactory;
  const settings = { PROVIDER_POOL_SIZE: 10 } as AuthSettings;
  const pool = new ProviderPool(
    settings,
    factory,
    {} as RpInitiatedLogoutService,
    {} as FederatedSessionService,
    new DomainCacheRegistry(),
  );
  for (let n = 0; n < count; n += 1)
    pool.get({ id: `domain-${n}`, revision: '1', bytes: domainBytes, nextSigningKeyAt: () => null } as unknown as CachedDomain);
  return [...pool.keys()].length;
}

it.each([
  ['ten usual domains', 4_000, 10],
  ['fewer large domains', 150_000, 2],
  ['one domain that is larger than the pool', 100_000_000, 1],
])('holds %s in the pool', (_what, domainBytes, expected) => {
  expect(fill(domainBytes, 12)).toBe(expected);
});
