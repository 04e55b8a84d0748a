import type { Logger } from '@latchkey/observability';
import { DomainFailuresError } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 5_000;
const MAX_BATCH = 5_000;
/** With thousands of credentials in use, writing each of them every few seconds would cost more than their tokens. */
const REST_MS = 60_000;

/** The time of a credential that was never used. */
export const NEVER_RECORDED = -Infinity;

/** A valid credential. It stores when its use was recorded, which saves a look-up. */
export interface UsedCredential {
  /** Milliseconds since the epoch. */
  lastRecordedAt: number;
}

/**
 * Records when credentials were used, accurate to a minute: immediately in memory, and every few seconds in the database, in one statement
 * for all. Only the first use per minute counts, so most requests have nothing to record.
 */
export abstract class LastUseService<Credential extends UsedCredential, Use extends { domainId: string; at: Date }> extends PeriodicTask {
  private recorded: Use[] = [];
  /** Uses that the database has not stored. */
  private unwritten: Use[] = [];

  constructor(logger: Logger) {
    super(INTERVAL_MS, logger);
  }

  record(credential: Credential): void {
    const now = Date.now();
    if (now - credential.lastRecordedAt < REST_MS) return;
    credential.lastRecordedAt = now;
    this.recorded.push(this.toUse(credential, new Date(now)));
  }

  /** Stores uses of different credentials. */
  protected abstract write(uses: Use[]): Promise<void>;

  protected abstract toUse(credential: Credential, at: Date): Use;

  /** The id of the credential. */
  protected abstract idOf(use: Use): string;

  protected async run(): Promise<void> {
    const uses = this.latestPerCredential([...this.unwritten, ...this.recorded]);
    [this.unwritten, this.recorded] = [uses, []];
    const failed: Use[] = [];
    for (let start = 0; start < uses.length; start += MAX_BATCH)
      failed.push(...(await this.writeBatch(uses.slice(start, start + MAX_BATCH))));
    this.unwritten = failed;
  }

  /** @returns the uses of domains whose write failed; they do not block other domains */
  private async writeBatch(uses: Use[]): Promise<Use[]> {
    try {
      await this.write(uses);
      return [];
    } catch (error) {
      if (!(error instanceof DomainFailuresError)) throw error;
      this.reportFailure(error);
      const failed = new Set(error.failures.map(({ domainId }) => domainId));
      return uses.filter(({ domainId }) => failed.has(domainId));
    }
  }

  protected override finish(): Promise<void> {
    return this.run();
  }

  /** Keeps one use of each credential, even if its client was rebuilt meanwhile. */
  private latestPerCredential(uses: readonly Use[]): Use[] {
    const byId = new Map<string, Use>();
    for (const use of uses) {
      const known = byId.get(this.idOf(use));
      if (!known || known.at < use.at) byId.set(this.idOf(use), use);
    }
    return [...byId.values()];
  }
}
