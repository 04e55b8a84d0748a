import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { LogChainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { CheckpointService } from './checkpoint.service.js';
import { LogChainService } from './log-chain.service.js';

/** An entry shows within a second, of which this is a part. */
const INTERVAL_MS = 500;
/** Rounds for domains with many entries, before other domains have their turn. */
const MAX_ROUNDS = 20;
/** Domains that one transaction serves. */
const PAGE_SIZE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Chains new entries of all domains. */
@Injectable()
export class LogChainSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly chains: LogChainRepository,
    private readonly chain: LogChainService,
    private readonly checkpoints: CheckpointService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    for (let after: string | undefined = FIRST_ID; after !== undefined && !this.ending.signal.aborted;) {
      const page: string[] = await this.chains.listPendingDomains(after, PAGE_SIZE);
      await this.chainPage(page);
      after = page.length === PAGE_SIZE ? page.at(-1) : undefined;
    }
  }

  private async chainPage(page: readonly string[]): Promise<void> {
    let pending = page;
    for (let round = 0; round < MAX_ROUNDS && pending.length > 0; round += 1) {
      pending = await this.chain.chain(pending);
      // A chain that grows fast has its checkpoints in time, too.
      if (pending.length > 0) await this.checkpoints.signDue();
    }
  }
}
