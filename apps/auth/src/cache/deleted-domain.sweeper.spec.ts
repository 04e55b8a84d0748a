import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@latchkey/observability';
import type { ServedDomainRepository } from '@latchkey/persistence';
import { DeletedDomainSweeper } from './deleted-domain.sweeper.js';
import { DomainCacheRegistry, type DomainKeyedCache } from './domain-cache.registry.js';

const DOMAINS = 2_500;
const CLIENTS_OF_EACH = 2;

/** Stores clients by the id of their domain and their own id. */
class FakeCache implements DomainKeyedCache {
  readonly kept: Set<string>;

  constructor(domainIds: readonly string[]) {
    this.kept = new Set(domainIds.flatMap((id) => Array.from({ length: CLIENTS_OF_EACH }, (_, n) => `${id} ${n}`)));
  }

  keys(): Iterable<string> {
    return this.kept.keys();
  }

  domainIdOf(key: string): string {
    return key.split(' ')[0]!;
  }

  delete(key: string): void {
    this.kept.delete(key);
  }
}

describe('DeletedDomainSweeper', () => {
  it('queries each domain once, in pages, and yields between pages', async () => {
    const ids = Array.from({ length: DOMAINS }, (_, n) => `domain-${n}`);
    const isOdd = (id: string): boolean => Number(id.split('-')[1]) % 2 === 1;
    const cached = [new FakeCache(ids), new FakeCache(ids)];
    const caches = new DomainCacheRegistry();
    for (const cache of cached) caches.register(cache);
    const asked: number[] = [];
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const filterServed: ServedDomainRepository['filterServed'] = async (page) => {
      asked.push(page.length);
      return page.filter(isOdd);
    };
    const sweeper = new DeletedDomainSweeper({} as Logger, caches, { filterServed } as ServedDomainRepository);

    await sweeper.run();

    clearInterval(counting);
    const left = ids.filter(isOdd).flatMap((id) => [`${id} 0`, `${id} 1`]);
    expect(cached.map(({ kept }) => [...kept])).toEqual([left, left]);
    expect(asked).toEqual([500, 500, 500, 500, 500]);
    expect(turns).toBeGreaterThan(0);
  });
});
