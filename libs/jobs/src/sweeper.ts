import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@latchkey/observability';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Looks again and again at what should be the case and starts what is missing: jobs may be lost, states are not.
 * Several replicas may sweep at once. A sweep that fails is logged and the next one follows all the same.
 */
export abstract class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly ending = new AbortController();
  private sweeping: Promise<void> | undefined;

  /** @param every milliseconds of rest between two sweeps */
  constructor(
    private readonly every: number,
    protected readonly logger: Logger,
  ) {}

  protected abstract sweep(): Promise<void>;

  onApplicationBootstrap(): void {
    this.sweeping = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.sweeping;
  }

  private async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      await this.sweep().catch((error: unknown) => this.logger.error({ sweeper: this.constructor.name, error }, 'sweep'));
      await delay(this.every, undefined, { signal: this.ending.signal, ref: false }).catch(() => undefined);
    }
  }
}
