import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ApiKeyRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 10_000;

/** Records when API keys were used: immediately in memory, and every ten seconds in the database, in one statement for all. */
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
