import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ClientSecretRepository, FormSubmissionRepository, OperatorProofRepository, RecoveryCodeRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 2_000;

/**
 * Deletes expired secrets: client secrets that newer ones have replaced, recovery codes in plain text, outcomes of forms, and used DPoP proofs of
 * operators.
 */
@Injectable()
export class SecretSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly clientSecrets: ClientSecretRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly formSubmissions: FormSubmissionRepository,
    private readonly operatorProofs: OperatorProofRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.attemptBatches(BATCH_SIZE, (limit) => this.clientSecrets.deleteExpired(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.recoveryCodes.clearExpired(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.formSubmissions.deleteExpired(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.operatorProofs.deleteExpired(limit));
  }
}
