import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { OperatorRepository, type OperatorKey } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 10_000;

type OperatorUse = OperatorKey & { at: Date };

/** Records when operators were last used: immediately in memory, and every ten seconds in the database, in one statement for all. */
@Injectable()
export class OperatorLastUseService extends PeriodicTask {
  private uses = new Map<string, OperatorUse>();

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly operators: OperatorRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  record({ subscriptionId, operatorId }: OperatorKey): void {
    this.uses.set(`${subscriptionId} ${operatorId}`, { subscriptionId, operatorId, at: new Date() });
  }

  protected async run(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    try {
      await this.operators.recordUse([...uses.values()]);
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      throw error;
    }
  }

  protected override finish(): Promise<void> {
    return this.run();
  }
}
