import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ClientSecretRepository, RecoveryCodeRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;

/** Forgets secrets whose time is over: those of clients that newer ones have replaced, and recovery codes that could be shown again. */
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
