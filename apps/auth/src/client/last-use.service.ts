import type { Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 5_000;
const MAX_BATCH = 5_000;

/** A valid credential. It holds whether its use has been recorded, which saves a look-up in a table. */
export interface UsedCredential {
  /** Whether a use has been noted that is not written yet. */
  isNoted: boolean;
}

/**
 * Records when credentials were used: immediately in memory, every few seconds in the database, in one statement for all. Of the uses
 * between two writes the first one counts, so most requests have nothing to record.
 */
export abstract class LastUseService<Credential extends UsedCredential, Use extends { at: Date }> extends PeriodicTask {
  private noted: { credential: Credential; at: Date }[] = [];
  /** The uses that the database did not store. */
  private unwritten: Use[] = [];

  constructor(logger: Logger) {
    super(INTERVAL_MS, logger);
  }

  record(credential: Credential): void {
    if (credential.isNoted) return;
    credential.isNoted = true;
    this.noted.push({ credential, at: new Date() });
  }

  /** Stores uses of different credentials. */
  protected abstract write(uses: Use[]): Promise<void>;

  protected abstract toUse(credential: Credential, at: Date): Use;

  /** The id of the credential. */
  protected abstract idOf(use: Use): string;

  protected async run(): Promise<void> {
    const uses = this.latestPerCredential([...this.unwritten, ...this.takeBatch()]);
    this.unwritten = uses;
    for (let start = 0; start < uses.length; start += MAX_BATCH) await this.write(uses.slice(start, start + MAX_BATCH));
    this.unwritten = [];
  }

  protected override finish(): Promise<void> {
    return this.run();
  }

  private takeBatch(): Use[] {
    const taken = this.noted;
    this.noted = [];
    return taken.map(({ credential, at }) => {
      credential.isNoted = false;
      return this.toUse(credential, at);
    });
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
