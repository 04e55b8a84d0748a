import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { UsageRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { dayOf, UsageCounts } from './usage-counts.js';

const INTERVAL_MS = 2_000;
/** Rows of one statement. */
const MAX_BATCH = 5_000;

/**
 * Counts the use of domains: immediately in memory, every two seconds in the database, and when the process stops. A process that is
 * killed loses the counts of the last two seconds. Counts that the database did not confirm are sent again: if it stored them all the
 * same, they count twice.
 */
@Injectable()
export class UsageService extends PeriodicTask {
  private current = new UsageCounts(dayOf(Date.now()));
  /** Days that have ended since the last write. */
  private ended: UsageCounts[] = [];
  /** The writes that the database has not confirmed. */
  private unwritten: (() => Promise<void>)[] = [];

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

  /** Counts a successful sign-in in the metrics too, and its user as active. @param method that the user completed first */
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
    // While writes fail, new counts add up in memory instead of waiting as further writes.
    if (this.unwritten.length === 0) this.unwritten = this.takeWrites();
    for (; this.unwritten.length > 0; this.unwritten.shift()) await this.unwritten[0]!();
  }

  protected override finish(): Promise<void> {
    return this.run();
  }

  private today(): UsageCounts {
    const day = dayOf(Date.now());
    if (day !== this.current.day) {
      this.ended.push(this.current);
      this.current = new UsageCounts(day);
    }
    return this.current;
  }

  private takeWrites(): (() => Promise<void>)[] {
    const taken = [...this.ended, this.current];
    this.ended = [];
    this.current = new UsageCounts(dayOf(Date.now()));
    return taken.flatMap((counts) => [
      ...splitIntoBatches(counts.listIncrements()).map((batch) => () => this.repository.addIncrements(counts.date, batch)),
      ...splitIntoBatches(counts.listActiveUsers()).map((batch) => () => this.repository.addActiveUsers(counts.date, batch)),
    ]);
  }
}

function splitIntoBatches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / MAX_BATCH) }, (_none, n) => rows.slice(n * MAX_BATCH, (n + 1) * MAX_BATCH));
}
