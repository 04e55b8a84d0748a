import { Inject, Injectable } from '@nestjs/common';
import { getCurrentTraceparent, getRequestEvent, LOGGER, type Logger } from '@latchkey/observability';
import { ClientFailureAuditLogRepository, type ClientFailure } from '@latchkey/persistence';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { CachedDomain } from '../domain/cached-domain.js';
import { StatementBatcher } from '../cache/statement-batcher.js';
import { describeParameter } from './overrides/error-descriptions.js';

/**
 * Writes redirect URIs that are not registered for their client to the domain's log, as they were sent. Anyone can send any number of them,
 * so concurrent entries share a statement and the entries per minute are limited.
 */
@Injectable()
export class RedirectUriAuditLogService {
  private readonly batcher: StatementBatcher<ClientFailure, null>;
  private readonly refused = new WeakSet<KoaContextWithOIDC>();

  constructor(
    repository: ClientFailureAuditLogRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.batcher = new StatementBatcher(async (failures) => {
      await repository.recordRefusedRedirectUris(failures);
      return failures.map(() => null);
    });
  }

  observe(provider: Provider): void {
    // The error code of the response is no indication, because a pushed request is answered with `invalid_request`.
    const note = (ctx: KoaContextWithOIDC, error: Error): void => {
      if (error instanceof errors.InvalidRedirectUri) this.refused.add(ctx);
    };
    provider.on('authorization.error', note);
    provider.on('pushed_authorization_request.error', note);
  }

  /** Logs a finished request if its redirect URI was rejected. Never throws, because the request is rejected anyway. */
  async record(ctx: KoaContextWithOIDC, { name: domain }: CachedDomain): Promise<void> {
    if (!this.refused.has(ctx)) return;
    const { requestId } = getRequestEvent(ctx.res);
    const clientId = ctx.oidc.client?.clientId ?? null;
    try {
      await this.batcher.ask({
        domain,
        clientId,
        isIssuerKnown: false,
        requestId,
        traceparent: getCurrentTraceparent(),
        reason: describeParameter(ctx, 'redirect_uri'),
      });
    } catch (error) {
      this.logger.error({ domain, requestId, error }, 'refused redirect URI not logged');
    }
  }
}
