import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ClientSecretUseRepository, type SecretUse } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 5_000;
const BATCH = 5_000;

/** A secret that may be used. The time of its last use is kept in it, where a request finds it without a look into a table. */
export interface UsedSecret extends Omit<SecretUse, 'at'> {
  /** Milliseconds since the epoch; 0: not since it was last written. */
  usedAt: number;
}

/** Takes note of when client secrets were used: in memory at once, in the database every few seconds for all of them together. */
@Injectable()
export class SecretUses extends PeriodicTask {
  private used: UsedSecret[] = [];

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly repository: ClientSecretUseRepository,
  ) {
    super(EVERY, logger);
  }

  note(secret: UsedSecret): void {
    if (secret.usedAt === 0) this.used.push(secret);
    secret.usedAt = Date.now();
  }

  protected async run(): Promise<void> {
    const noted = this.used.map((secret) => ({ secret, usedAt: secret.usedAt }));
    for (const secret of this.used) secret.usedAt = 0;
    this.used = [];
    const uses = latest(noted);
    try {
      for (let start = 0; start < uses.length; start += BATCH) await this.repository.note(uses.slice(start, start + BATCH));
    } catch (error) {
      for (const { secret, usedAt } of noted) this.noteAgain(secret, usedAt);
      throw error;
    }
  }

  private noteAgain(secret: UsedSecret, usedAt: number): void {
    if (secret.usedAt > 0) return;
    secret.usedAt = usedAt;
    this.used.push(secret);
  }

  protected override finish(): Promise<void> {
    return this.run();
  }
}

/** One use of each secret, though its record was built anew in between. */
function latest(noted: readonly { secret: UsedSecret; usedAt: number }[]): SecretUse[] {
  const bySecret = new Map<string, SecretUse>();
  for (const { secret, usedAt } of noted) {
    const { domainId, clientId, secretId } = secret;
    const known = bySecret.get(secretId);
    if (!known || known.at.getTime() < usedAt) bySecret.set(secretId, { domainId, clientId, secretId, at: new Date(usedAt) });
  }
  return [...bySecret.values()];
}
