import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainRepository,
  AuditLogPartitionRepository,
  throwFailures,
  throwOutage,
  type DomainFailure,
  type PlacementBatch,
} from '@latchkey/persistence';

/** The number of entries that one transaction moves, which takes tens of milliseconds. */
const BATCH_SIZE = 500;
const MAX_PAUSE_MS = 100;

/** How far the entries of a domain have been checked, and how many of them were moved. */
type Placement = Omit<PlacementBatch, 'limit'> & { moved: number };

/** Creates the log partitions, and moves entries to the partition that their domain's retention determines. */
@Injectable()
export class AuditLogPartitionService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly partitions: AuditLogPartitionRepository,
  ) {}

  /** Creates the partitions that new entries need. */
  async createMissing(): Promise<void> {
    for (const month of await this.partitions.listMissing()) await this.partitions.create(month);
  }

  /**
   * Moves the entries of domains whose retention has changed: a batch of each domain, then the next batch of each.
   *
   * @param signal stops between two batches; the next run starts again
   *
   * @throws DomainFailuresError after the entries of the other domains
   */
  async placeEntries(signal: AbortSignal): Promise<void> {
    const failures: DomainFailure[] = [];
    let placements: Placement[] = (await this.partitions.listUnplaced()).map((unplaced) => ({ ...unplaced, after: '0', moved: 0 }));
    while (placements.length > 0) {
      const unfinished: Placement[] = [];
      for (const placement of placements) {
        if (signal.aborted) return;
        const next = await this.placeNext(placement, signal).catch(async (error: unknown) => {
          await throwOutage(this.database, error);
          failures.push({ domainId: placement.domainId, error });
          return 'finished' as const;
        });
        if (next === 'busy') return;
        if (next !== 'finished') unfinished.push(next);
      }
      placements = unfinished;
    }
    throwFailures(failures);
  }

  /** @returns where to continue; `busy` if another process is changing partitions */
  private async placeNext({ domainId, days, after, moved }: Placement, signal: AbortSignal): Promise<Placement | 'finished' | 'busy'> {
    const startedAt = performance.now();
    const batch = await this.placeBatch({ domainId, days, after, limit: BATCH_SIZE });
    if (!batch) return 'busy';
    if (batch.moved > 0) await pause(performance.now() - startedAt, signal);
    if (batch.last !== null) return { domainId, days, after: batch.last, moved: moved + batch.moved };
    if (moved + batch.moved === 0) await this.partitions.finishPlacing(domainId, days);
    return 'finished';
  }

  /** @returns null if another process is changing partitions */
  private async placeBatch(batch: PlacementBatch): Promise<{ moved: number; last: string | null } | null> {
    for (const month of await this.partitions.listMissingOf(batch)) if (!(await this.partitions.create(month))) return null;
    return this.database.transaction(async () => {
      // The deletion of a domain removes its entries in place.
      if (!(await this.domains.lockExistingShared(batch.domainId))) return { moved: 0, last: null };
      return (await this.partitions.tryLock()) ? this.partitions.place(batch) : null;
    });
  }
}

/** Leaves half of the time to other work. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(milliseconds, MAX_PAUSE_MS), undefined, { signal }).catch(() => undefined);
}
