import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { LogChainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 5_000;

/** Exposes as metrics how far the chains and checkpoints of logs are behind. */
@Injectable()
export class LogChainMonitor extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly chains: LogChainRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const { entries, seconds, checkpointSeconds } = await this.chains.measureLag();
    this.metrics.unchainedEntries.set(entries);
    this.metrics.chainLag.set(seconds);
    this.metrics.checkpointLag.set(checkpointSeconds);
  }
}
