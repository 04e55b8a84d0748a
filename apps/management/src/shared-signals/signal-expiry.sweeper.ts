import { Inject, Injectable } from '@nestjs/common';
import { STREAM_SIGNALS } from '@latchkey/events';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database, SsfChangeRepository, SsfEventRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { LogService } from '../log/log.service.js';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 100;
const CHANGES_BATCH_SIZE = 500;
const REASON = 'The receiver left events for 7 days, or more than 10,000 of them.';

/** Disables streams whose receiver takes no events, and deletes the values that no event needs any more. */
@Injectable()
export class SignalExpirySweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly database: Database,
    private readonly events: SsfEventRepository,
    private readonly changes: SsfChangeRepository,
    private readonly log: LogService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.database.transaction(() => this.disable());
    while ((await this.changes.deleteUnused(CHANGES_BATCH_SIZE)) === CHANGES_BATCH_SIZE);
  }

  private async disable(): Promise<void> {
    const disabled = await this.events.expire({ eventType: STREAM_SIGNALS.streamUpdated, reason: REASON }, BATCH_SIZE);
    for (const { domainId, id, clientId } of disabled) {
      const data = { stream: id, status: 'disabled', changedBy: 'service', reason: REASON };
      await this.log.record(domainId, { type: 'ssf_stream.status_changed', client: clientId, data });
    }
  }
}
