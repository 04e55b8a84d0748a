import { Injectable } from '@nestjs/common';
import { Metrics } from '@latchkey/observability';
import { WebhookOutboxFailureRepository, WebhookOutboxRepository } from '@latchkey/persistence';
import { OutboxBatchService } from './outbox-batch.service.js';

/** The number of domains per batch, each of which gets a turn. */
const MAX_DOMAINS = 250;
/** After this time no further batch begins, so that assigned events are sent. */
const RUN_MS = 2_000;

/** Assigns new log entries to their subscribers: some of each domain, one domain after the other. */
@Injectable()
export class WebhookOutboxService {
  /** The domain that had the last turn. */
  private last: string | null = null;

  constructor(
    private readonly outbox: WebhookOutboxRepository,
    private readonly failures: WebhookOutboxFailureRepository,
    private readonly batches: OutboxBatchService,
    private readonly metrics: Metrics,
  ) {}

  /** Empties the outbox as far as time permits, unless another process is doing so. */
  async distribute(ending: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(RUN_MS)]);
    const failed = new Set<string>();
    try {
      while (!signal.aborted && (await this.distributeToAll(signal, failed)) > 0);
    } finally {
      this.metrics.webhookOutboxLag.set(await this.outbox.getLagSeconds());
      this.metrics.webhookOutboxSetAside.set(await this.failures.count());
    }
  }

  /** Gives each domain a turn, starting after the last one. @returns the number of entries taken */
  private async distributeToAll(signal: AbortSignal, failed: Set<string>): Promise<number> {
    let taken = 0;
    do {
      const domainIds = await this.outbox.listDomains(this.last, MAX_DOMAINS);
      this.last = domainIds.length === MAX_DOMAINS ? domainIds.at(-1)! : null;
      const sound = domainIds.filter((id) => !failed.has(id));
      if (sound.length > 0) taken += await this.batches.distribute(sound, failed);
    } while (this.last !== null && !signal.aborted);
    return taken;
  }
}
