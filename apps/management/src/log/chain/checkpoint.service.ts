import { Injectable } from '@nestjs/common';
import { Database, LogChainRepository } from '@latchkey/persistence';
import { ReceiptKeyService } from '../../receipt-key/receipt-key.service.js';
import { CHECKPOINT_TYPE, type Checkpoint } from './checkpoint.js';

const BATCH_SIZE = 100;

/** Signs checkpoints of chains: a minute after the first new entry, or after 1,000 entries. */
@Injectable()
export class CheckpointService {
  constructor(
    private readonly database: Database,
    private readonly chains: LogChainRepository,
    private readonly keys: ReceiptKeyService,
  ) {}

  /** Signs all that are due. Leaves out chains that another process extends or signs now. */
  async signDue(): Promise<void> {
    while ((await this.signBatch()) === BATCH_SIZE);
  }

  private signBatch(): Promise<number> {
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
