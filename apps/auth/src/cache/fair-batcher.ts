import type { Database } from '@latchkey/persistence';
import { FairQueue } from './fair-queue.js';

interface Pending<Question, Answer> {
  question: Question;
  continues: boolean;
  resolve: (answer: Answer | null) => void;
  reject: (error: unknown) => void;
}

/** While two statements are in flight, new questions wait for the next statement: more statements would only mean smaller batches. */
const MAX_IN_FLIGHT = 2;
/** Milliseconds after which only its own callers wait for a statement: it may never end. */
const SLOW_STATEMENT_MS = 100;
/** The most results to pass on together without turns: more would keep the process busy for longer than others should wait. */
const MAX_RESOLVED_TOGETHER = 32;
/** The key of all hosts that are no domain. */
const NO_DOMAIN_KEY = '';

/**
 * Puts the first questions of the requests of one turn of the event loop into one statement, so each costs little.
 *
 * Every request passes here before it costs much. If many have their result, or many wait for a connection, they continue in turns, one
 * domain after the other.
 */
export class FairBatcher<Question extends { domain: string }, Answer> {
  private waiting: Pending<Question, Answer>[] = [];
  private inFlight = 0;
  private scheduled = false;
  private readonly queue: FairQueue;

  /** @param run a statement; returns the answers in the order of the questions; null: no such domain is served */
  constructor(
    private readonly database: Pick<Database, 'hasBacklog'>,
    private readonly run: (questions: readonly Question[]) => Promise<readonly (Answer | null)[]>,
  ) {
    this.queue = new FairQueue(() => database.hasBacklog);
  }

  /**
   * @param continues whether the request has begun: then it goes before requests of the domain that have not
   * @returns null if no such domain is served
   * @throws Error that counts as an outage: too many requests of the domain are waiting
   */
  ask(question: Question, continues: boolean): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, continues, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.inFlight === MAX_IN_FLIGHT) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.queryBatch();
    });
  }

  private async queryBatch(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    const release = this.countInFlight();
    try {
      const answers = await this.run(batch.map(({ question }) => question));
      this.resolveBatch(batch, answers);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      release();
    }
  }

  private resolveBatch(batch: Pending<Question, Answer>[], answers: readonly (Answer | null)[]): void {
    const atOnce = batch.length <= MAX_RESOLVED_TOGETHER && this.queue.isEmpty && !this.database.hasBacklog;
    batch.forEach(({ question, continues, resolve, reject }, index) => {
      const answer = answers[index] ?? null;
      if (atOnce) return resolve(answer);
      const act = () => resolve(answer);
      const refuse = () => reject(createTooManyWaitingError());
      return this.queue.add(answer ? question.domain : NO_DOMAIN_KEY, { act, refuse, continues });
    });
  }

  /** Counts a statement as under way. @returns what ends that, if being slow has not ended it */
  private countInFlight(): () => void {
    this.inFlight += 1;
    let occupied = true;
    const release = (): void => {
      if (!occupied) return;
      occupied = false;
      clearTimeout(timer);
      this.inFlight -= 1;
      if (this.waiting.length > 0) this.schedule();
    };
    const timer = setTimeout(release, SLOW_STATEMENT_MS);
    return release;
  }
}

function createTooManyWaitingError(): Error {
  return new Error('timeout: too many requests of the domain are waiting');
}
