import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ClientSecretLastUseRepository, type SecretLastUse } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 5_000;
const MAX_BATCH = 5_000;

/** A valid secret. It holds whether its use has been recorded, which saves a look-up in a table. */
export interface UsedSecret extends Omit<SecretLastUse, 'at'> {
  /** Whether a use has been noted that is not written yet. */
  isNoted: boolean;
}

/**
 * Records when client secrets were used: immediately in memory, every few seconds in the database, in one statement for all. Of the uses
 * between two writes the first one counts, so most requests have nothing to record.
 */
@Injectable()
export class SecretLastUseService extends PeriodicTask {
  private noted: { secret: UsedSecret; at: Date }[] = [];
  /** The uses that the database did not store. */
  private unwritten: SecretLastUse[] = [];

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly repository: ClientSecretLastUseRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  record(secret: UsedSecret): void {
    if (secret.isNoted) return;
    secret.isNoted = true;
    this.noted.push({ secret, at: new Date() });
  }

  protected async run(): Promise<void> {
    const uses = latestPerSecret([...this.unwritten, ...this.takeBatch()]);
    this.unwritten = uses;
    for (let start = 0; start < uses.length; start += MAX_BATCH) await this.repository.record(uses.slice(start, start + MAX_BATCH));
    this.unwritten = [];
  }

  private takeBatch(): SecretLastUse[] {
    const taken = this.noted;
    this.noted = [];
    return taken.map(({ secret, at }) => {
      secret.isNoted = false;
      const { domainId, clientId, secretId } = secret;
      return { domainId, clientId, secretId, at };
    });
  }

  protected override finish(): Promise<void> {
    return this.run();
  }
}

/** Keeps one use for each secret, even if its client was rebuilt in between. */
function latestPerSecret(uses: readonly SecretLastUse[]): SecretLastUse[] {
  const bySecret = new Map<string, SecretLastUse>();
  for (const use of uses) {
    const known = bySecret.get(use.secretId);
    if (!known || known.at < use.at) bySecret.set(use.secretId, use);
  }
  return [...bySecret.values()];
}
