import type { Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 5_000;
const MAX_BATCH = 5_000;
/** Where thousands of credentials are in use, writing each every few seconds would cost more than their tokens do. */
const REST_MS = 60_000;

/** The time of a credential that was never used. */
export const NEVER_NOTED = -Infinity;

/** A valid credential. It holds when its use was noted, which saves a look-up in a table. */
export interface UsedCredential {
  /** Milliseconds since the epoch. */
  notedAt: number;
}

/**
 * Records when credentials were used, to within a minute: immediately in memory, every few seconds in the database, in one statement for
 * all. Of the uses within a minute the first one counts, so most requests have nothing to record.
 */
export abstract class LastUseService<Credential extends UsedCredential, Use extends { at: Date }> extends PeriodicTask {
  private noted: Use[] = [];
  /** The uses that the database did not store. */
  private unwritten: Use[] = [];

  constructor(logger: Logger) {
    super(INTERVAL_MS, logger);
  }

  record(credential: Credential): void {
    const now = Date.now();
    if (now - credential.notedAt < REST_MS) return;
    credential.notedAt = now;
    this.noted.push(this.toUse(credential, new Date(now)));
  }

  /** Stores uses of different credentials. */
  protected abstract write(uses: Use[]): Promise<void>;

  protected abstract toUse(credential: Credential, at: Date): Use;

  /** The id of the credential. */
  protected abstract idOf(use: Use): string;

  protected async run(): Promise<void> {
    const uses = this.latestPerCredential([...this.unwritten, ...this.noted]);
    [this.unwritten, this.noted] = [uses, []];
    for (let start = 0; start < uses.length; start += MAX_BATCH) await this.write(uses.slice(start, start + MAX_BATCH));
    this.unwritten = [];
  }

  protected override finish(): Promise<void> {
    return this.run();
  }

  /** Keeps one use for each credential, even if its client was rebuilt in between. */
  private latestPerCredential(uses: readonly Use[]): Use[] {
    const byId = new Map<string, Use>();
    for (const use of uses) {
      const known = byId.get(this.idOf(use));
      if (!known || known.at < use.at) byId.set(this.idOf(use), use);
    }
    return [...byId.values()];
  }
}
