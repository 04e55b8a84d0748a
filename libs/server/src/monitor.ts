import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics, type Logger } from '@latchkey/observability';

/** How long in milliseconds a measurement counts. Prometheus reads every 15 seconds or less often, so each of its readings is fresh. */
const MAX_AGE_MS = 10_000;
/** How long in milliseconds a reader of the metrics waits, well within the 10 seconds of Prometheus. Then it gets the values before. */
const MAX_WAIT_MS = 3_000;

/**
 * Measures when metrics are read, so that a process whose metrics nobody reads asks the database for none. Readings at the same time
 * share a measurement. A failed one is logged and counted, and the values before it stay.
 */
export abstract class Monitor implements OnApplicationBootstrap {
  private measurement: Promise<void> | undefined;

  @Inject(Metrics)
  protected readonly metrics!: Metrics;

  constructor(protected readonly logger: Logger) {}

  protected abstract measure(): Promise<void>;

  onApplicationBootstrap(): void {
    // Initialized at the start, because an alert sees an increase only in existing series.
    this.metrics.taskFailures.inc({ task: this.constructor.name }, 0);
    this.metrics.beforeReading(() => this.refresh());
  }

  private async refresh(): Promise<void> {
    this.measurement ??= this.attempt();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    await Promise.race([this.measurement, late]);
    clearTimeout(timer);
  }

  private async attempt(): Promise<void> {
    try {
      await this.measure();
      setTimeout(() => this.forget(), MAX_AGE_MS).unref();
    } catch (error) {
      this.metrics.taskFailures.inc({ task: this.constructor.name });
      this.logger.error({ task: this.constructor.name, error }, 'metrics');
      this.forget();
    }
  }

  private forget(): void {
    this.measurement = undefined;
  }
}
