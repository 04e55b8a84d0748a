import { RemoteKeyLoader, type SafeFetchClient } from '@latchkey/outgoing';
import { MAX_KEY_LOCATION_BYTES, MAX_KEY_SET_BYTES } from '../../cache/cache-limits.js';
import type { DomainCacheRegistry } from '../../cache/domain-cache.registry.js';

/** Loads the published keys of clients and of workload issuers, at most once per minute. The owner of a document is a domain. */
export class RemoteKeyService extends RemoteKeyLoader {
  constructor(client: Pick<SafeFetchClient, 'fetch'>, caches: DomainCacheRegistry, clock: { now(): number } = performance) {
    super(client, { maxKeySetBytes: MAX_KEY_SET_BYTES, maxLocationBytes: MAX_KEY_LOCATION_BYTES }, clock);
    for (const cache of this.caches) {
      caches.register({ keys: () => cache.keys(), delete: (key) => cache.delete(key), domainIdOf: getDomainId });
    }
  }
}

function getDomainId(key: string): string {
  return key.slice(0, key.indexOf(' '));
}
