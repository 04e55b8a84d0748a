import { setTimeout as delay } from 'node:timers/promises';
import type { Auth } from './auth.js';
import type { ServiceClient } from './service-client.js';

/** The outcome of the requests in a load. */
export interface Tally {
  /** The number of answers by status; `failed` counts broken connections. */
  statuses: Map<number | 'failed', number>;
}

/** Requests tokens on a number of connections until it is stopped. */
export class TokenLoad {
  private readonly statuses: Tally['statuses'] = new Map();
  private readonly workers: Promise<void>[];
  private isRunning = true;
  private sent = 0;

  /** Sends requests to the replicas in turn. @param pauseMs between a response and the next request on each connection */
  constructor(
    private readonly replicas: readonly Auth[],
    private readonly client: ServiceClient,
    connections: number,
    private readonly pauseMs = 0,
  ) {
    this.workers = Array.from({ length: connections }, () => this.work());
  }

  /** Lets the last requests finish. Further calls wait for the first. */
  async stop(): Promise<Tally> {
    this.isRunning = false;
    await Promise.all(this.workers);
    return { statuses: this.statuses };
  }

  private async work(): Promise<void> {
    while (this.isRunning) {
      const replica = this.replicas[(this.sent += 1) % this.replicas.length]!;
      const status = await replica.requestToken(this.client.domain, this.client).then(
        (answer) => answer.status,
        () => 'failed' as const,
      );
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (this.pauseMs > 0) await delay(this.pauseMs);
    }
  }
}
