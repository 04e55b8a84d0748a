import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { PersonalDataErasureService } from './personal-data-erasure.service.js';

const INTERVAL_MS = 3_600_000;

/** Erases personal data of entries beyond their domain's retention. */
@Injectable()
export class PersonalDataErasureSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly erasure: PersonalDataErasureService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected run(): Promise<void> {
    return this.erasure.eraseExpired(this.ending.signal);
  }
}
