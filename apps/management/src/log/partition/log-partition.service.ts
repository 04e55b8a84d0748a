import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, DomainRepository, LogPartitionRepository, type PlacementBatch } from '@latchkey/persistence';

/** Entries that one transaction moves: a few ten milliseconds. */
const BATCH_SIZE = 500;
const MAX_PAUSE_MS = 100;

/** Creates the partitions of the log, and moves entries to the partition that the retention of their domain wants. */
@Injectable()
export class LogPartitionService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly partitions: LogPartitionRepository,
  ) {}

  /** Creates what new entries need. */
  async createMissing(): Promise<void> {
    for (const month of await this.partitions.listMissing()) await this.partitions.create(month);
  }

  /** Moves the entries of domains whose retention has changed. @param signal stops between two batches: another run begins again */
  async placeEntries(signal: AbortSignal): Promise<void> {
    for (const { domainId, days } of await this.partitions.listUnplaced()) {
      let moved = 0;
      let after: string | null = '0';
      while (after !== null) {
        if (signal.aborted) return;
        const startedAt = performance.now();
        const batch = await this.placeBatch({ domainId, days, after, limit: BATCH_SIZE });
        if (!batch) return;
        moved += batch.moved;
        after = batch.last;
        if (batch.moved > 0) await pause(performance.now() - startedAt, signal);
      }
      if (moved === 0) await this.partitions.finishPlacing(domainId, days);
    }
  }

  /** @returns null if another process changes partitions */
  private async placeBatch(batch: PlacementBatch): Promise<{ moved: number; last: string | null } | null> {
    for (const month of await this.partitions.listMissingOf(batch)) if (!(await this.partitions.create(month))) return null;
    return this.database.transaction(async () => {
      // The deletion of a domain removes its entries where they are.
      if (!(await this.domains.lockExistingShared(batch.domainId))) return { moved: 0, last: null };
      return (await this.partitions.tryLock()) ? this.partitions.place(batch) : null;
    });
  }
}

/** Leaves half of the time to others. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(milliseconds, MAX_PAUSE_MS), undefined, { signal }).catch(() => undefined);
}
