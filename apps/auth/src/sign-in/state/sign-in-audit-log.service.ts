import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId, Metrics } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import { meetsAcr, type Acr, type Method } from '../../assurance/assurance.js';
import { UsageService } from '../../usage/usage.service.js';
import { getRequestId, type SignInContext } from '../context/sign-in-context.js';
import { NewBrowserService } from './new-browser.service.js';

export interface SignInAttempt {
  /** Null if the user is unknown. */
  sub: string | null;
  methods: readonly Method[];
  /** The name of the identity provider that authenticated the user. */
  identityProvider?: string | null;
}

/** Records successful and failed sign-ins in the audit log of the domain, and counts them. */
@Injectable()
export class SignInAuditLogService {
  constructor(
    private readonly log: AuditLogRepository,
    private readonly newBrowsers: NewBrowserService,
    private readonly metrics: Metrics,
    private readonly usage: UsageService,
  ) {}

  async recordSuccess(requestContext: SignInContext, { sub, methods, identityProvider = null }: SignInAttempt): Promise<void> {
    await this.record(requestContext, { type: 'user.signed_in', user: sub, data: { methods, identityProvider } });
    await this.newBrowsers.record(requestContext, sub!, identityProvider === null);
    this.usage.countSignIn(requestContext.domain, methods[0]!, sub!);
  }

  /** Records that a sign-in has changed the assurance of the session that the user already had. */
  async recordAssurance(requestContext: SignInContext, { sub, acr }: { sub: string; acr: Acr }): Promise<void> {
    const { session } = requestContext.interaction;
    if (session?.sub !== sub || session.acr === undefined || session.acr === acr) return;
    const direction = meetsAcr(session.acr, acr) ? 'decrease' : 'increase';
    await this.record(requestContext, {
      type: 'session.assurance_changed',
      user: sub,
      data: { previous: session.acr, current: acr, direction },
    });
  }

  async recordFailure(requestContext: SignInContext, attempt: SignInAttempt & { reason: string }): Promise<void> {
    const { sub, methods, identityProvider = null, reason } = attempt;
    await this.record(requestContext, { type: 'user.sign_in_failed', user: sub, data: { methods, identityProvider, reason } });
    this.metrics.countSignIn(requestContext.domain.name, methods[0]!, 'failed');
  }

  private async record(requestContext: SignInContext, event: AuditEvent): Promise<void> {
    await this.log.create({
      ...event,
      domainId: requestContext.domain.id,
      actor: { type: 'user', id: event.user ?? null, name: null },
      requestId: getRequestId(requestContext),
      traceId: getCurrentTraceId(),
      client: requestContext.interaction.client.clientId,
    });
  }
}
