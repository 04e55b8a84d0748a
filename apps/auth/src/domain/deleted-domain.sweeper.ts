import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ServedDomainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { DomainCaches } from './domain-caches.js';

const INTERVAL_MS = 60_000;
const MAX_IDS_PER_STATEMENT = 5_000;

/**
 * Frees what the process keeps of deleted domains. A request of such a domain is refused without it, since each reads the current revision;
 * but what nobody asks for any more would else stay in memory until thousands of other domains have displaced it.
 */
@Injectable()
export class DeletedDomainSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly caches: DomainCaches,
    private readonly domains: ServedDomainRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  async run(): Promise<void> {
    const deleted = new Set(this.caches.domainIds());
    const ids = [...deleted];
    for (let start = 0; start < ids.length; start += MAX_IDS_PER_STATEMENT) {
      const served = await this.domains.filterServed(ids.slice(start, start + MAX_IDS_PER_STATEMENT));
      for (const id of served) deleted.delete(id);
    }
    if (deleted.size > 0) this.caches.evict(deleted);
  }
}
