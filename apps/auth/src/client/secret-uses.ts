import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ClientSecretUseRepository, type SecretUse } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 5_000;
const BATCH = 5_000;

/** Which secret was used. */
export type UsedSecret = Omit<SecretUse, 'at'>;

/** Takes note of when client secrets were used: in memory at once, in the database every few seconds for all of them together. */
@Injectable()
export class SecretUses extends PeriodicTask {
  private uses = new Map<UsedSecret, number>();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly repository: ClientSecretUseRepository,
  ) {
    super(EVERY, logger);
  }

  note(secret: UsedSecret): void {
    this.uses.set(secret, Date.now());
  }

  protected async run(): Promise<void> {
    const noted = this.uses;
    this.uses = new Map();
    const uses = latest(noted);
    try {
      for (let start = 0; start < uses.length; start += BATCH) await this.repository.note(uses.slice(start, start + BATCH));
    } catch (error) {
      this.uses = new Map([...noted, ...this.uses]);
      throw error;
    }
  }

  protected override finish(): Promise<void> {
    return this.run();
  }
}

/** One use of each secret, though its record was built anew in between. */
function latest(uses: ReadonlyMap<UsedSecret, number>): SecretUse[] {
  const bySecret = new Map<string, SecretUse>();
  for (const [{ domainId, clientId, secretId }, time] of uses) bySecret.set(secretId, { domainId, clientId, secretId, at: new Date(time) });
  return [...bySecret.values()];
}
