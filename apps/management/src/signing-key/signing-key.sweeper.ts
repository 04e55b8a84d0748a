import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { SETTINGS } from '../settings/settings.module.js';
import { SigningKeyService } from './signing-key.service.js';

const INTERVAL_MS = 60_000;

/** Rotates keys by schedule, and unpublishes those that are no longer needed. */
@Injectable()
export class SigningKeySweeper extends PeriodicTask {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    @Inject(LOGGER) logger: Logger,
    private readonly keys: SigningKeyService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const rotated = await this.keys.rotateDue(this.settings.KEY_ROTATION_DAYS);
    const retired = await this.keys.retire();
    if (rotated + retired > 0) this.logger.info({ rotated, retired }, 'signing keys');
  }
}
