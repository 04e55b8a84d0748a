import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  Database,
  isTransactionConflict,
  AuditLogPartitionRepository,
  AuditLogRemovalRepository,
  type RunBoundary,
} from '@latchkey/persistence';
import { ReceiptKeyService, type ReceiptSigner } from '@latchkey/receipt';
import { hashEntry } from '../chain/entry-hash.js';
import { REMOVAL_TYPE, type RemovalRecord } from '../chain/removal-record.js';
import { collectRuns, type FoundRun } from './collect-runs.js';
import { KeptPartitionError } from './kept-partition.error.js';

/** The number of entries to read at a time, within the time limit of a statement. */
const PAGE_SIZE = 10_000;
const FIRST = { domainId: '00000000-0000-0000-0000-000000000000', sequence: '0' };
/** How often a drop is tried in one transaction, which has already signed its records, and the milliseconds in between. */
const MAX_DROPS = 3;
const DROP_PAUSE_MS = 200;

/** Removes the entries of months that have ended, and leaves signed records of them. */
@Injectable()
export class AuditLogRemovalService {
  constructor(
    private readonly database: Database,
    private readonly partitions: AuditLogPartitionRepository,
    private readonly removals: AuditLogRemovalRepository,
    private readonly keys: ReceiptKeyService,
  ) {}

  /**
   * Skips partitions that cannot be dropped now; another run drops them.
   *
   * @param signal stops before the next partition
   * @throws Error the first failure, after the other partitions
   */
  async removeExpired(signal: AbortSignal): Promise<void> {
    const errors: unknown[] = [];
    for (const partition of await this.removals.listExpired()) {
      if (signal.aborted) break;
      await this.database
        .transaction(() => this.remove(partition))
        .catch((error: unknown) => {
          if (!(error instanceof KeptPartitionError)) errors.push(error);
        });
    }
    if (errors.length > 0) throw errors[0];
  }

  private async remove(partition: string): Promise<void> {
    const isMine = await this.partitions.tryLock();
    // Another process may already have dropped it.
    if (!isMine || !(await this.removals.listExpired()).includes(partition)) return;
    if ((await this.removals.hasUnchained(partition)) || (await this.removals.isBlocked(partition))) return;
    const sign = await this.keys.createSigner(REMOVAL_TYPE);
    await this.record(partition, sign);
    await this.drop(partition);
  }

  /** Stores a record of each run. */
  private async record(partition: string, sign: ReceiptSigner): Promise<void> {
    let open: FoundRun | null = null;
    for (let after: typeof FIRST | null = FIRST; after !== null;) {
      const page: { boundaries: RunBoundary[]; last: typeof FIRST | null; hasUndue: boolean } = await this.removals.listRuns(
        partition,
        after,
        PAGE_SIZE,
      );
      if (page.hasUndue) throw new KeptPartitionError();
      const { complete, last } = collectRuns(open, page.boundaries);
      await this.store(await this.selectGenuine(partition, complete), sign);
      open = last;
      after = page.last;
    }
    if (open) await this.store(await this.selectGenuine(partition, [open]), sign);
  }

  /**
   * Selects runs whose last entry is as it was chained, and so as old as it says. Others, which someone backdated in the database, get no
   * record, so their removal shows as a gap.
   */
  private async selectGenuine(partition: string, runs: readonly FoundRun[]): Promise<FoundRun[]> {
    if (runs.length === 0) return [];
    const ends = runs.map(({ domainId, lastSequence }) => ({ domainId, sequence: lastSequence }));
    const entries = await this.removals.listEntries(partition, ends);
    const genuine = entries.filter(({ domainId: _id, hash, ...entry }) => hashEntry(entry) === hash);
    const hashes = new Map(genuine.map(({ domainId, sequence, hash }) => [`${domainId} ${sequence}`, hash]));
    return runs.filter(({ domainId, lastSequence, hash }) => hashes.get(`${domainId} ${lastSequence}`) === hash);
  }

  private async store(runs: readonly FoundRun[], sign: ReceiptSigner): Promise<void> {
    if (runs.length === 0) return;
    const iat = Math.floor(Date.now() / 1_000);
    const records = runs.map(async ({ domainId, domain, ...run }) => ({
      domainId,
      firstSequence: run.firstSequence,
      jws: await sign({ sub: domain, domainId, ...run, iat } satisfies RemovalRecord),
    }));
    await this.removals.create(await Promise.all(records));
  }

  private async drop(partition: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.removals.drop(partition);
      } catch (error) {
        if (attempt === MAX_DROPS || !isTransactionConflict(error)) throw error;
        await delay(DROP_PAUSE_MS);
      }
    }
  }
}
