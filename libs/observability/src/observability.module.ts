import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from './logger.js';
import { Metrics } from './metrics.js';
import { traceOutgoingRequests } from './trace-outgoing-requests.js';

/** The token of the process's logger: `@Inject(LOGGER) logger: Logger`. */
export const LOGGER = Symbol('logger');

/** Provides the process's logger and metrics everywhere, and propagates traces in outgoing requests. */
@Global()
@Module({})
export class ObservabilityModule {
  static forRoot(logger: Logger, metrics: Metrics): DynamicModule {
    traceOutgoingRequests();
    return {
      module: ObservabilityModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useValue: metrics },
      ],
      exports: [LOGGER, Metrics],
    };
  }
}
