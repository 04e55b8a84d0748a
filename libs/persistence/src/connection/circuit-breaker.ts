/** Milliseconds that the first probe may take before the circuit opens, because one statement without an answer is not an outage. */
const OPEN_AFTER_MS = 250;

/**
 * Detects a database that does not respond, so that requests need not each wait to find out. It opens when a statement or connection gets
 * no answer and neither does a probe. Probes repeat, one at a time, until one is answered.
 */
export class CircuitBreaker {
  /** Whether statements should fail without querying the database. */
  isOpen = false;
  /** How often it has opened. */
  openCount = 0;
  private isProbing = false;
  private isAnswered = false;

  /** @param probe queries the database; false if no answer came in time. Any answer counts, even an error. */
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
