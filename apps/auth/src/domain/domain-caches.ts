import { Injectable } from '@nestjs/common';

/** What a process keeps of domains. */
export interface DomainCache {
  /** The ids of the domains that it keeps something of. */
  domainIds(): Iterable<string>;
  /** Frees what it keeps of these domains. */
  evict(domainIds: ReadonlySet<string>): void;
}

/** All caches that keep something of domains. Each registers itself when it is made. */
@Injectable()
export class DomainCaches implements DomainCache {
  private readonly caches: DomainCache[] = [];

  register(cache: DomainCache): void {
    this.caches.push(cache);
  }

  domainIds(): ReadonlySet<string> {
    return new Set(this.caches.flatMap((cache) => [...cache.domainIds()]));
  }

  evict(domainIds: ReadonlySet<string>): void {
    for (const cache of this.caches) cache.evict(domainIds);
  }
}
