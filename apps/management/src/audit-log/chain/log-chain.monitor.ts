import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { AuditLogChainLagRepository } from '@latchkey/persistence';
import { Monitor } from '@latchkey/server';

/** Exposes metrics of how far the chains and checkpoints of logs are behind. */
@Injectable()
export class LogChainMonitor extends Monitor {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly chains: AuditLogChainLagRepository,
  ) {
    super(logger);
  }

  protected async measure(): Promise<void> {
    const { entries, seconds, checkpointSeconds } = await this.chains.measureLag();
    this.metrics.unchainedEntries.set(entries);
    this.metrics.chainLag.set(seconds);
    this.metrics.checkpointLag.set(checkpointSeconds);
  }
}
