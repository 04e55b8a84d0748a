import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { LogRepository } from '@latchkey/persistence';
import { getCurrentTraceId, getRequestEvent } from '@latchkey/observability';
import type { DomainRequest } from '../domain/served-domain.service.js';

/** An audit event of a federated user. */
export type FederationEvent = AuditEvent<'user.created' | 'user.sign_in_failed' | 'user.signed_out'>;

/** Writes audit events of federated users to the domain's log. */
@Injectable()
export class FederationLogService {
  constructor(private readonly log: LogRepository) {}

  async record({ domain, response }: DomainRequest, event: FederationEvent): Promise<void> {
    const { requestId } = getRequestEvent(response);
    await this.log.create({
      ...event,
      domainId: domain.id,
      actor: { type: 'user', id: event.user ?? null, name: null },
      requestId,
      traceId: getCurrentTraceId(),
    });
  }
}
