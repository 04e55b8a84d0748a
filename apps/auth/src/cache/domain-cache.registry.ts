import { Injectable } from '@nestjs/common';

/** A cache of domains in this process. */
export interface DomainKeyedCache {
  /** The keys of all entries. */
  keys(): Iterable<string>;
  /** @returns the id of the domain that the entry belongs to; undefined if the entry is no longer cached */
  domainIdOf(key: string): string | undefined;
  delete(key: string): void;
}

/** All caches whose entries belong to domains. Each cache registers itself when it is created. */
@Injectable()
export class DomainCacheRegistry {
  private readonly registered: DomainKeyedCache[] = [];

  get all(): readonly DomainKeyedCache[] {
    return this.registered;
  }

  register(cache: DomainKeyedCache): void {
    this.registered.push(cache);
  }
}
