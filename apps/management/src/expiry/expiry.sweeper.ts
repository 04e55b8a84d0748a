import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { IdempotencyRepository, MagicLinkRepository, OidcPayloadRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 60_000;
const BATCH = 2_000;

/** Removes what has expired, so that no table grows for ever. */
@Injectable()
export class ExpirySweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly payloads: OidcPayloadRepository,
    private readonly links: MagicLinkRepository,
    private readonly answers: IdempotencyRepository,
  ) {
    super(EVERY, logger);
  }

  protected async run(): Promise<void> {
    while ((await this.payloads.deleteExpired(BATCH)) === BATCH);
    while ((await this.links.deleteExpired(BATCH)) === BATCH);
    while ((await this.answers.deleteExpired(BATCH)) === BATCH);
  }
}
