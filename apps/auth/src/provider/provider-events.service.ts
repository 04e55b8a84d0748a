import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, getRequestEvent, type Logger } from '@latchkey/observability';
import type { EventEmitter } from 'node:events';
import type { Provider } from 'oidc-provider';

/** Counts the tokens and logs the errors of oidc-provider. */
@Injectable()
export class ProviderEventsService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  observe(provider: Provider): void {
    provider.on('grant.success', (ctx) => this.metrics.tokens.inc({ grant_type: String(ctx.oidc.params?.grant_type) }));
    provider.on('server_error', (ctx, error) => {
      getRequestEvent(ctx.res).cause = error;
    });
    // Koa's own event, which the types of oidc-provider leave out; without a listener Koa prints to the console.
    (provider as EventEmitter).on('error', (error: unknown) => this.logger.error({ error }, 'oidc-provider'));
  }
}
