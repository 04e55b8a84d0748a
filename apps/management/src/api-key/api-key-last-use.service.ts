import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ApiKeyRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 10_000;

/** Takes note of when keys were used: in memory at once, in the database every ten seconds for all of them together. */
@Injectable()
export class ApiKeyLastUseService extends PeriodicTask {
  private uses = new Map<string, Date>();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly keys: ApiKeyRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  record(id: string): void {
    this.uses.set(id, new Date());
  }

  protected async run(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    try {
      await this.keys.recordUse(uses);
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      throw error;
    }
  }

  protected override finish(): Promise<void> {
    return this.run();
  }
}
