import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import {
  Database,
  isDatabaseOutage,
  WebhookOutboxFailureRepository,
  WebhookOutboxRepository,
  type OutboxEntryKey,
} from '@latchkey/persistence';
import { describeError } from '../queue/job-lease.js';
import { EventAssignmentService } from './event-assignment.service.js';

/** Takes entries within a transaction. */
type Take = () => Promise<OutboxEntryKey[] | null>;

/**
 * Assigns batches of log entries, each in one transaction. A batch that fails is halved until the entry is found that fails alone. That
 * entry delays only its own domain; after several failures it is set aside.
 */
@Injectable()
export class OutboxBatchService {
  constructor(
    private readonly database: Database,
    private readonly outbox: WebhookOutboxRepository,
    private readonly failures: WebhookOutboxFailureRepository,
    private readonly assignments: EventAssignmentService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param failed domains whose next entry has failed, to which the batch adds its own @returns the number of entries taken */
  distribute(domainIds: readonly string[], failed: Set<string>): Promise<number> {
    return this.attempt(() => this.outbox.take(domainIds), failed);
  }

  private async attempt(take: Take, failed: Set<string>): Promise<number> {
    let keys: OutboxEntryKey[] = [];
    try {
      await this.database.transaction(async () => {
        keys = (await take()) ?? [];
        if (keys.length > 0) await this.assignments.assign(keys);
      });
    } catch (error) {
      if (keys.length === 0 || (isDatabaseOutage(error) && !(await this.database.isReady()))) throw error;
      if (keys.length === 1) await this.recordFailure(keys[0]!, error, failed);
      else await this.distributeHalves(keys, failed);
    }
    return keys.length;
  }

  /** Keeps the order within each domain: nothing follows a failed entry. */
  private async distributeHalves(keys: readonly OutboxEntryKey[], failed: Set<string>): Promise<void> {
    const middle = Math.ceil(keys.length / 2);
    for (const half of [keys.slice(0, middle), keys.slice(middle)]) {
      const rest = half.filter(({ domainId }) => !failed.has(domainId));
      if (rest.length > 0) await this.attempt(() => this.outbox.takeAgain(rest), failed);
    }
  }

  private async recordFailure(key: OutboxEntryKey, error: unknown, failed: Set<string>): Promise<void> {
    failed.add(key.domainId);
    const isSetAside = await this.failures.record(key, describeError(error));
    const entry = { domain: key.domainId, entry: key.entryId, error };
    if (isSetAside) this.logger.error(entry, 'event set aside: no webhook or stream receives it');
    else this.logger.warn(entry, 'event not assigned to webhooks and streams');
  }
}
