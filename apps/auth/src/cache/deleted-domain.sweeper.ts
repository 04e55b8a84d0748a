import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ServedDomainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainCacheRegistry, type DomainKeyedCache } from './domain-cache.registry.js';

const INTERVAL_MS = 60_000;
/** The number of keys to check in one turn of the event loop, which takes about a millisecond. */
const KEYS_PER_PAGE = 1_000;

/**
 * Frees cached data of deleted domains. Requests never see it, because each request reads the current revision. Without the sweeper the
 * data would stay in memory until thousands of other domains evict it.
 */
@Injectable()
export class DeletedDomainSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly caches: DomainCacheRegistry,
    private readonly domains: ServedDomainRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  async run(): Promise<void> {
    /** Keyed by domain id. */
    const isServed = new Map<string, boolean>();
    for (const cache of this.caches.all) {
      const keys = [...cache.keys()];
      for (let start = 0; start < keys.length; start += KEYS_PER_PAGE) {
        if (this.ending.signal.aborted) return;
        await this.sweep(cache, keys.slice(start, start + KEYS_PER_PAGE), isServed);
        await nextTurn();
      }
    }
  }

  /** @param isServed results of this run, to which this call adds */
  private async sweep(cache: DomainKeyedCache, keys: readonly string[], isServed: Map<string, boolean>): Promise<void> {
    const ids = new Set(keys.map((key) => cache.domainIdOf(key)).filter((id) => id !== undefined));
    const unknown = [...ids].filter((id) => !isServed.has(id));
    if (unknown.length > 0) {
      const served = new Set(await this.domains.filterServed(unknown));
      for (const id of unknown) isServed.set(id, served.has(id));
    }
    for (const key of keys) if (isServed.get(cache.domainIdOf(key) ?? '') === false) cache.delete(key);
  }
}
