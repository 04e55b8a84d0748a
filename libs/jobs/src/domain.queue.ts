import type { OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@latchkey/observability';
import type { Queue } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import { jobIdOf } from './job-id.js';
import type { DomainJob } from './queues.js';

/** Milliseconds that the end of a process waits for a queue. */
const PATIENCE = 500;

/** Rings for the job of a domain whose state says so. A ring that gets lost is made up for by a sweeper. */
export abstract class DomainQueue implements OnModuleDestroy {
  /** Those that the queue has not taken yet, by domain: while it cannot be reached they must not pile up. */
  private readonly rings = new Map<string, Promise<unknown>>();

  constructor(
    private readonly queue: Queue<DomainJob>,
    private readonly logger: Logger,
    private readonly job: string,
  ) {
    queue.on('error', (error) => this.logger.warn({ queue: queue.name, error }, 'queue'));
  }

  /** Does not wait, and does not fail: the caller's work is done when its state is committed. A second ring for a waiting job is none. */
  ring(domainId: string): void {
    if (this.rings.has(domainId)) return;
    const ring = this.queue
      .add(this.job, { domainId }, { jobId: jobIdOf(this.queue.name, domainId) })
      .catch((error: unknown) => this.logger.warn({ queue: this.queue.name, error }, 'the job could not be queued; the sweeper will'))
      .finally(() => this.rings.delete(domainId));
    this.rings.set(domainId, ring);
  }

  /** Waits for rings that are under way, but not for a queue that is away: the sweeper makes up for what it does not hear. */
  async onModuleDestroy(): Promise<void> {
    await Promise.race([Promise.all(this.rings.values()), delay(PATIENCE, undefined, { ref: false })]);
  }
}
