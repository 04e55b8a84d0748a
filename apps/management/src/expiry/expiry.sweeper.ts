import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { IdempotencyRepository, MagicLinkRepository, OidcPayloadRepository, UsedJtiRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 2_000;

/** Removes expired rows, so that no table grows forever. */
@Injectable()
export class ExpirySweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly oidcPayloads: OidcPayloadRepository,
    private readonly magicLinks: MagicLinkRepository,
    private readonly idempotencyRecords: IdempotencyRepository,
    private readonly usedJtis: UsedJtiRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.attemptBatches(BATCH_SIZE, (limit) => this.oidcPayloads.deleteExpired(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.magicLinks.deleteExpired(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.idempotencyRecords.deleteExpired(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.usedJtis.deleteExpired(limit));
  }
}
