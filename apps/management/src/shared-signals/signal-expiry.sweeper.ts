import { Inject, Injectable } from '@nestjs/common';
import { STREAM_SIGNALS } from '@latchkey/events';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database, SsfChangeRepository, SsfEventRepository, workForEachDomain } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { AuditLogService } from '../audit-event/audit-log.service.js';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 500;
/** The number of domains per run. */
const MAX_DOMAINS = 100;
const REASON = 'The receiver did not take events for 7 days, or left more than 10,000 of them.';

/** Disables streams whose receiver takes no events, and deletes old deliveries and values that no event needs any more. */
@Injectable()
export class SignalExpirySweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly database: Database,
    private readonly events: SsfEventRepository,
    private readonly changes: SsfChangeRepository,
    private readonly log: AuditLogService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.attemptBatches(BATCH_SIZE, (limit) => this.events.deleteExpiredNotices(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.events.deleteEnded(limit));
    await this.attempt(() => this.disableOverdue());
    await this.attemptBatches(BATCH_SIZE, (limit) => this.changes.deleteUnused(limit));
  }

  private async disableOverdue(): Promise<void> {
    await workForEachDomain(this.database, await this.events.listOverdueDomains(MAX_DOMAINS), async (domainId) => {
      while (await this.database.transaction(() => this.disableNext(domainId)));
    });
  }

  /** Handles one stream per transaction, because it may have more than 10,000 events. @returns whether there was one */
  private async disableNext(overdueDomainId: string): Promise<boolean> {
    const disabled = await this.events.expire({ eventType: STREAM_SIGNALS.streamUpdated, reason: REASON }, 1, overdueDomainId);
    for (const { domainId, id, clientId } of disabled) {
      const data = { stream: id, status: 'disabled', changedBy: 'service', reason: REASON };
      await this.log.record(domainId, { type: 'ssf_stream.status_changed', client: clientId, data });
    }
    return disabled.length > 0;
  }
}
