/** Milliseconds that the first probe may take before the circuit opens: one statement that got no answer is no outage. */
const OPEN_AFTER_MS = 250;

/**
 * Knows whether the database stands still, so that requests need not each find out by waiting. It opens when a statement or a connection
 * got no answer and neither does a probe; probes follow one another, one at a time, until there is an answer.
 */
export class CircuitBreaker {
  /** Whether the database is not worth asking. */
  isOpen = false;
  /** How often it has opened. */
  openCount = 0;
  private isProbing = false;
  private isAnswered = false;

  /** @param probe asks the database something. False: no answer came in time. An answer is whatever it says, even that it refuses. */
  constructor(private readonly probe: () => Promise<boolean>) {}

  /** The database answered a statement. */
  recordResponse(): void {
    this.isOpen = false;
    this.isAnswered = true;
  }

  /** A statement timed out. */
  recordTimeout(): void {
    if (!this.isProbing) void this.probeUntilAnswered();
  }

  private async probeUntilAnswered(): Promise<void> {
    this.isProbing = true;
    this.isAnswered = false;
    const timer = setTimeout(() => this.open(), OPEN_AFTER_MS);
    while (!this.isAnswered) {
      if (await this.probe()) this.recordResponse();
      else this.open();
    }
    clearTimeout(timer);
    this.isProbing = false;
  }

  private open(): void {
    if (this.isOpen || this.isAnswered) return;
    this.isOpen = true;
    this.openCount += 1;
  }
}
