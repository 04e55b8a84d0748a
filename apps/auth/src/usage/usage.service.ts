import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainFailuresError, UsageRepository, type ActiveUser, type UsageIncrement } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { dayOf, UsageCounts } from './usage-counts.js';

const INTERVAL_MS = 2_000;
/** The maximum number of rows per statement. */
const MAX_BATCH = 5_000;
/** Pauses after each written row, which limits usage counts to a thousand rows per second. */
const REST_MS_PER_ROW = 1;
const MAX_REST_MS = 30_000;

/** One statement. */
interface Write {
  rows: number;
  send(): Promise<void>;
}

/** A batch that was not stored for some of its domains. */
interface FailedWrite {
  increments?: readonly UsageIncrement[];
  users?: readonly ActiveUser[];
  error: unknown;
}

/**
 * Counts the use of domains immediately in memory, and writes the counts to the database every two seconds, less often after a write of
 * thousands of rows, and when the process stops. A killed process loses the counts since its last write. Counts that the database did not
 * confirm are sent again; if it had stored them anyway, they count twice.
 */
@Injectable()
export class UsageService extends PeriodicTask {
  private current = new UsageCounts(dayOf(Date.now()));
  /** Counts of days that have ended since the last write. */
  private ended: UsageCounts[] = [];
  /** Milliseconds since the epoch. */
  private restsUntil = 0;
  /** Writes that the database has not confirmed. */
  private unwritten: Write[] = [];

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly repository: UsageRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  /** Counts an access token. */
  countToken(domainId: string, clientId: string): void {
    this.today().addToken(domainId, clientId);
  }

  /** Counts a successful sign-in, also in the metrics, and its user as active. @param method that the user completed first */
  countSignIn({ id, name }: { id: string; name: string }, method: string, sub: string): void {
    this.metrics.countSignIn(name, method, 'succeeded');
    this.today().addSignIn(id, method);
    this.today().addActiveUser(id, sub);
  }

  /** Counts a user as active today. */
  countActiveUser(domainId: string, sub: string): void {
    this.today().addActiveUser(domainId, sub);
  }

  protected async run(): Promise<void> {
    if (Date.now() >= this.restsUntil) await this.write();
  }

  protected override finish(): Promise<void> {
    return this.write();
  }

  private async write(): Promise<void> {
    // While writes fail, new counts add up in memory instead of waiting as separate writes.
    if (this.unwritten.length === 0) this.unwritten = this.takeWrites();
    let rows = 0;
    for (; this.unwritten.length > 0; this.unwritten.shift()) {
      await this.unwritten[0]!.send();
      rows += this.unwritten[0]!.rows;
    }
    this.restsUntil = Date.now() + Math.min(MAX_REST_MS, rows * REST_MS_PER_ROW);
  }

  private today(): UsageCounts {
    const day = dayOf(Date.now());
    if (day !== this.current.day) {
      this.ended.push(this.current);
      this.current = new UsageCounts(day);
    }
    return this.current;
  }

  private takeWrites(): Write[] {
    const taken = [...this.ended, this.current];
    this.ended = [];
    this.current = new UsageCounts(dayOf(Date.now()));
    return taken.flatMap((counts) => [
      ...splitIntoWrites(counts.listIncrements(), (batch) =>
        this.repository
          .addIncrements(counts.date, batch)
          .catch((error: unknown) => this.keepFailed(counts.day, { increments: batch, error })),
      ),
      ...splitIntoWrites(counts.listActiveUsers(), (batch) =>
        this.repository.addActiveUsers(counts.date, batch).catch((error: unknown) => this.keepFailed(counts.day, { users: batch, error })),
      ),
    ]);
  }

  /** Counts of domains whose write failed are written again with later ones; they do not block other domains. */
  private keepFailed(day: number, { increments = [], users = [], error }: FailedWrite): void {
    if (!(error instanceof DomainFailuresError)) throw error;
    this.reportFailure(error);
    const failed = new Set(error.failures.map(({ domainId }) => domainId));
    const counts = this.findCounts(day);
    counts.addIncrements(increments.filter(({ domainId }) => failed.has(domainId)));
    for (const { domainId, sub } of users) if (failed.has(domainId)) counts.addActiveUser(domainId, sub);
  }

  private findCounts(day: number): UsageCounts {
    const known = [this.today(), ...this.ended].find((counts) => counts.day === day);
    if (known) return known;
    const counts = new UsageCounts(day);
    this.ended.push(counts);
    return counts;
  }
}

function splitIntoWrites<T>(rows: readonly T[], send: (batch: T[]) => Promise<void>): Write[] {
  return Array.from({ length: Math.ceil(rows.length / MAX_BATCH) }, (_none, n) => {
    const batch = rows.slice(n * MAX_BATCH, (n + 1) * MAX_BATCH);
    return { rows: batch.length, send: () => send(batch) };
  });
}
