import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database, LogChainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { ReceiptKeyService } from '../../receipt-key/receipt-key.service.js';
import { CHECKPOINT_TYPE, type Checkpoint } from './checkpoint.js';

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 100;

/** Signs a checkpoint of each chain a minute after its first new entry, or after 1,000 entries. */
@Injectable()
export class CheckpointSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly database: Database,
    private readonly chains: LogChainRepository,
    private readonly keys: ReceiptKeyService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    while ((await this.signDue()) === BATCH_SIZE);
  }

  private signDue(): Promise<number> {
    return this.database.transaction(async () => {
      const due = await this.chains.lockDue(BATCH_SIZE);
      if (due.length === 0) return 0;
      const sign = await this.keys.createSigner(CHECKPOINT_TYPE);
      const iat = Math.floor(Date.now() / 1_000);
      await this.chains.createCheckpoints(
        due.map(({ domainId, domain, sequence, hash }) => ({
          domainId,
          sequence,
          jws: sign({ sub: domain, domainId, sequence, hash, iat } satisfies Checkpoint),
        })),
      );
      return due.length;
    });
  }
}
