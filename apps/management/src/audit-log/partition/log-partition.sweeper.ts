import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { AuditLogPartitionService } from './audit-log-partition.service.js';
import { AuditLogRemovalService } from './audit-log-removal.service.js';

const INTERVAL_MS = 60_000;

/** Maintains the log partitions by the retention of each domain, and drops those whose month has ended. */
@Injectable()
export class LogPartitionSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly partitions: AuditLogPartitionService,
    private readonly removals: AuditLogRemovalService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const { signal } = this.ending;
    await this.attempt(() => this.partitions.createMissing());
    await this.attempt(() => this.partitions.placeEntries(signal));
    await this.attempt(() => this.removals.removeExpired(signal));
  }
}
