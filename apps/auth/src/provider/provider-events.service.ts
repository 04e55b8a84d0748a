import { Inject, Injectable } from '@nestjs/common';
import { getRequestEvent, LOGGER, Metrics, type Logger } from '@latchkey/observability';
import type { EventEmitter } from 'node:events';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { CachedDomain } from '../domain/cached-domain.js';
import { TokenCounters } from '../token-quota/token-counters.js';
import { DeviceAuditLogService } from './device-audit-log.service.js';
import { limitTokens, releaseUnissuedToken } from './overrides/token-quotas.js';
import { RedirectUriAuditLogService } from './redirect-uri-audit-log.service.js';

/** Counts what an oidc-provider issues, within the quotas of its clients and their subscription, and logs its errors. */
@Injectable()
export class ProviderEventsService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly redirectUris: RedirectUriAuditLogService,
    private readonly counters: TokenCounters,
    private readonly devices: DeviceAuditLogService,
  ) {}

  observe(provider: Provider, domain: CachedDomain): void {
    limitTokens(provider, this.counters.quotas, domain);
    provider.on('grant.success', (ctx) => this.countToken(ctx, domain));
    provider.on('server_error', (ctx, error) => {
      getRequestEvent(ctx.res).cause = error;
    });
    this.redirectUris.observe(provider);
    this.devices.observe(provider);
    // Koa's own event, which oidc-provider's types omit. Without a listener Koa prints to the console.
    (provider as EventEmitter).on('error', (error: unknown) => this.logger.error({ error }, 'oidc-provider'));
  }

  private countToken({ oidc: { params, client, account } }: KoaContextWithOIDC, { id, name }: CachedDomain): void {
    this.metrics.countToken(name, String(params?.grant_type));
    this.counters.usage.countToken(id, client!.clientId);
    if (account) this.counters.usage.countActiveUser(id, account.accountId);
  }

  /** Ends the count of a finished request, and logs its events that the client's operator should know, in the domain's log. */
  async finish(ctx: KoaContextWithOIDC, domain: CachedDomain): Promise<void> {
    releaseUnissuedToken(ctx);
    await this.redirectUris.record(ctx, domain);
    await this.devices.recordNoted(ctx, domain);
  }
}
