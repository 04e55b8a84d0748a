import { Inject, Injectable } from '@nestjs/common';
import { Sweeper } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { OidcPayloadRepository } from '@latchkey/persistence';

const EVERY = 60_000;
const BATCH = 2_000;

/** Removes what has expired, so that the table does not grow for ever. */
@Injectable()
export class OidcPayloadSweeper extends Sweeper {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly payloads: OidcPayloadRepository,
  ) {
    super(EVERY, logger);
  }

  protected async sweep(): Promise<void> {
    while ((await this.payloads.deleteExpired(BATCH)) === BATCH);
  }
}
