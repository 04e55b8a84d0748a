import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { AuditLogHeadService } from './audit-log-head.service.js';

const INTERVAL_MS = 15_000;

/** Reports logs that are not continued, and continues those whose head was mended. Without such logs it asks the database for nothing. */
@Injectable()
export class InvalidHeadSweeper extends PeriodicTask {
  /** The domains whose heads were invalid at the last run. */
  private invalid: ReadonlySet<string> = new Set();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly heads: AuditLogHeadService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const invalid = await this.heads.recheckInvalid();
    this.metrics.invalidLogHeads.set(invalid.length);
    for (const domain of invalid.filter((id) => !this.invalid.has(id)))
      this.logger.error({ domain }, 'the end of the log was changed in the database: the log is not continued');
    this.invalid = new Set(invalid);
  }
}
