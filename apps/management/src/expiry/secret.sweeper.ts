import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ClientSecretRepository, RecoveryCodeRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;

/** Deletes expired secrets: those of clients that newer ones have replaced, and recovery codes in clear text. */
@Injectable()
export class SecretSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly clientSecrets: ClientSecretRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.clientSecrets.deleteExpired();
    await this.recoveryCodes.clearExpired();
  }
}
