interface Pending<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** While so many statements are in flight, new questions wait for the next one: more statements would only mean smaller batches. */
const MAX_IN_FLIGHT = 2;

/** Puts the questions of one turn of the event loop into one statement. */
export class StatementBatcher<Question, Answer> {
  private waiting: Pending<Question, Answer>[] = [];
  private inFlight = 0;
  private isScheduled = false;

  /** @param run a statement with a time limit; returns the answers in the order of the questions */
  constructor(private readonly run: (questions: readonly Question[]) => Promise<readonly Answer[]>) {}

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
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
    this.inFlight += 1;
    try {
      const answers = await this.run(batch.map(({ question }) => question));
      batch.forEach(({ resolve }, index) => resolve(answers[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.inFlight -= 1;
      if (this.waiting.length > 0) this.schedule();
    }
  }
}
