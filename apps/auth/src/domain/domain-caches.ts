import { Injectable } from '@nestjs/common';

/** What a process keeps of domains. */
export interface DomainCache {
  /** The keys of all that it keeps. */
  keys(): Iterable<string>;
  /** @returns the id of the domain of which this is kept; undefined if it no longer is */
  domainIdOf(key: string): string | undefined;
  delete(key: string): void;
}

/** All caches that keep something of domains. Each registers itself when it is made. */
@Injectable()
export class DomainCaches {
  private readonly registered: DomainCache[] = [];

  get all(): readonly DomainCache[] {
    return this.registered;
  }

  register(cache: DomainCache): void {
    this.registered.push(cache);
  }
}
