import { Injectable } from '@nestjs/common';
import { Metrics } from '@latchkey/observability';
import { Database, LogQueryRepository, WebhookOutboxRepository } from '@latchkey/persistence';
import { EventAssignmentService } from './event-assignment.service.js';

const BATCH_SIZE = 500;

/** Has new log entries assigned to those who wait for them. */
@Injectable()
export class WebhookOutboxService {
  constructor(
    private readonly database: Database,
    private readonly outbox: WebhookOutboxRepository,
    private readonly entries: LogQueryRepository,
    private readonly assignments: EventAssignmentService,
    private readonly metrics: Metrics,
  ) {}

  /** Empties the outbox, unless another process is doing so. */
  async distribute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.database.transaction(() => this.distributeBatch())) === BATCH_SIZE);
    this.metrics.webhookOutboxLag.set(await this.outbox.getLagSeconds());
  }

  /** @returns how many entries */
  private async distributeBatch(): Promise<number> {
    const keys = (await this.outbox.take(BATCH_SIZE)) ?? [];
    if (keys.length === 0) return 0;
    await this.assignments.assign(await this.entries.listByKeys(keys.map(({ domainId, entryId }) => ({ domainId, id: entryId }))));
    await this.outbox.delete(keys);
    return keys.length;
  }
}
