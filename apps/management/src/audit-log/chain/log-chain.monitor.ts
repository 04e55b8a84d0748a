import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { AuditLogChainLagRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { AuditLogHeadService } from './audit-log-head.service.js';

const INTERVAL_MS = 15_000;

/** Exposes metrics of how far the chains and checkpoints of logs are behind, and which chains cannot continue. */
@Injectable()
export class LogChainMonitor extends PeriodicTask {
  /** The domains whose heads were invalid at the last run. */
  private invalid: ReadonlySet<string> = new Set();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly chains: AuditLogChainLagRepository,
    private readonly heads: AuditLogHeadService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const { entries, seconds, checkpointSeconds } = await this.chains.measureLag();
    this.metrics.unchainedEntries.set(entries);
    this.metrics.chainLag.set(seconds);
    this.metrics.checkpointLag.set(checkpointSeconds);
    await this.showInvalidHeads();
  }

  private async showInvalidHeads(): Promise<void> {
    const invalid = await this.heads.recheckInvalid();
    this.metrics.invalidLogHeads.set(invalid.length);
    for (const domain of invalid.filter((id) => !this.invalid.has(id)))
      this.logger.error({ domain }, 'the end of the log was changed in the database: the log is not continued');
    this.invalid = new Set(invalid);
  }
}
