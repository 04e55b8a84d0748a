import type { TokenLease } from '@latchkey/persistence';

/** The part of a budget that this replica holds in one window. */
export interface LeaseWindow {
  start: number;
  /** When the lease ends, by the monotonic clock of this process. */
  endsAt: number;
  /** Tokens. */
  rest: number;
  used: number;
  /** Whether the database had no tokens left. */
  isUsedUp: boolean;
}

/** Takes a block of the budget. @returns null if the client is gone */
type Lease = (block: number) => Promise<TokenLease | null>;

/**
 * A replica leases a twentieth of what it has used in this or in the last window. All replicas together have used at most the limit in each,
 * so what they hold unused is at most a tenth of it, whatever their number.
 */
const LEASED_PART = 20;
/** Until the client is found to be gone. */
const GONE_MS = 1_000;
/** The start of no window. */
const NEVER = -1;

/**
 * The tokens of one budget that this replica may issue without asking the database. The database says how long a window still lasts, so the
 * clock of the replica does not matter. Requests that find no token left wait for one common lease.
 */
export class LeasedTokens {
  private window = createWindow(NEVER);
  private usedBefore = 0;
  private waiting = 0;
  private leasing: Promise<void> | null = null;

  /** @param now the monotonic clock, in milliseconds */
  constructor(
    private readonly lease: Lease,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token. @returns its window, or the milliseconds until the next window begins if the budget is used up */
  async take(): Promise<LeaseWindow | number> {
    for (;;) {
      const { window } = this;
      const remaining = window.endsAt - this.now();
      // control: a lease ends with its window
      if (remaining > 0) {
        if (window.rest > 0) {
          window.rest -= 1;
          window.used += 1;
          return window;
        }
        if (window.isUsedUp) return remaining;
      }
      this.waiting += 1;
      try {
        await (this.leasing ??= this.extend());
      } finally {
        this.waiting -= 1;
      }
    }
  }

  /** Returns a token that was not issued. */
  release(window: LeaseWindow): void {
    window.rest += 1;
    window.used -= 1;
  }

  private async extend(): Promise<void> {
    // Before the statement is sent: then the lease ends too early rather than too late.
    const sentAt = this.now();
    const block = Math.max(this.waiting, Math.floor(Math.max(this.window.used, this.usedBefore) / LEASED_PART));
    try {
      const lease = await this.lease(block);
      this.open(lease ?? { granted: 0, windowStart: NEVER, remainingMs: GONE_MS, refusals: 0 }, sentAt);
    } finally {
      this.leasing = null;
    }
  }

  private open({ granted, windowStart, remainingMs }: TokenLease, sentAt: number): void {
    const { window } = this;
    if (window.start !== windowStart) {
      this.usedBefore = window.used;
      this.window = createWindow(windowStart);
    }
    this.window.endsAt = sentAt + remainingMs;
    this.window.rest += granted;
    this.window.isUsedUp = granted === 0;
  }
}

function createWindow(start: number): LeaseWindow {
  return { start, endsAt: 0, rest: 0, used: 0, isUsedUp: false };
}
