import { FairQueue } from './fair-queue.js';

interface Pending<Question, Answer> {
  question: Question;
  continues: boolean;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** What a batcher needs so that the domains of its questions take turns. */
export interface DomainTurns<Question> {
  /** Whether requests wait for a connection to the database. */
  hasBacklog(): boolean;
  domainOf(question: Question): string;
}

/** While this many statements are in flight, new questions wait for the next one: more statements would only mean smaller batches. */
const MAX_IN_FLIGHT = 2;
/** Where domains take turns, only its own callers wait longer than this for a statement: it may never end. */
const SLOW_STATEMENT_MS = 100;
/** The most results to pass on together without turns: more would keep the process busy for longer than others should wait. */
const MAX_RESOLVED_TOGETHER = 32;
/** The key shared by all hosts that are not domains. */
const NO_DOMAIN_KEY = '';

/**
 * Puts the questions of one turn of the event loop into one statement, so that each costs little.
 *
 * With turns, it also holds requests back before they cost much: if many have their answer, or many wait for a connection, they continue in
 * turns, one domain after the other.
 */
export class StatementBatcher<Question, Answer> {
  private waiting: Pending<Question, Answer>[] = [];
  private inFlight = 0;
  private isScheduled = false;
  private readonly queue: FairQueue;

  /**
   * @param run a statement with a time limit; returns the answers in the order of the questions; null: the domain of a question is not served
   * @param turns null: each caller continues as soon as its statement has ended
   */
  constructor(
    private readonly run: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly turns: DomainTurns<Question> | null = null,
  ) {
    this.queue = new FairQueue(() => turns?.hasBacklog() ?? false);
  }

  /**
   * @param continues whether the request has begun: then it goes before requests of its domain that have not
   * @throws Error that counts as an outage: with turns, if too many requests of the domain are waiting
   */
  ask(question: Question, continues = false): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, continues, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.inFlight === MAX_IN_FLIGHT) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      void this.runBatch();
    });
  }

  private async runBatch(): Promise<void> {
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

  private resolveBatch(batch: Pending<Question, Answer>[], answers: readonly Answer[]): void {
    const { turns, queue } = this;
    const areImmediate = turns === null || (batch.length <= MAX_RESOLVED_TOGETHER && queue.isEmpty && !turns.hasBacklog());
    batch.forEach(({ question, continues, resolve, reject }, index) => {
      const answer = answers[index]!;
      if (areImmediate) return resolve(answer);
      const act = () => resolve(answer);
      const refuse = () => reject(createTooManyWaitingError());
      return queue.add(answer === null ? NO_DOMAIN_KEY : turns.domainOf(question), { act, refuse, continues });
    });
  }

  /** Counts a statement as in flight. @returns what ends that, if being slow has not ended it */
  private countInFlight(): () => void {
    this.inFlight += 1;
    let isCounted = true;
    const release = (): void => {
      if (!isCounted) return;
      isCounted = false;
      clearTimeout(timer);
      this.inFlight -= 1;
      if (this.waiting.length > 0) this.schedule();
    };
    const timer = this.turns ? setTimeout(release, SLOW_STATEMENT_MS) : undefined;
    return release;
  }
}

function createTooManyWaitingError(): Error {
  return new Error('timeout: too many requests of the domain are waiting');
}
