import { Injectable } from '@nestjs/common';
import { listAttributeChanges, type AttributeChanges, type AuditEvent } from '@latchkey/events';
import { AuditLogRepository, type Attributes } from '@latchkey/persistence';
import { getCurrentTraceId, getRequestEvent } from '@latchkey/observability';
import type { DomainRequest } from '../domain/served-domain.service.js';

/** An audit event of a federated user. */
export type FederationEvent = AuditEvent<'user.created' | 'user.updated' | 'user.sign_in_failed' | 'user.signed_out'>;

/** Writes audit events of federated users to the domain's log. */
@Injectable()
export class FederationAuditLogService {
  constructor(private readonly log: AuditLogRepository) {}

  /** @param changes of the user's attributes, whose values security events may need */
  async record({ domain, response }: DomainRequest, event: FederationEvent, changes?: AttributeChanges): Promise<void> {
    const { requestId } = getRequestEvent(response);
    const actor = { type: 'user', id: event.user ?? null, name: null } as const;
    await this.log.create({ ...event, domainId: domain.id, actor, requestId, traceId: getCurrentTraceId() }, changes);
  }

  /** Records that a sign-in has changed attributes of its user. */
  async recordUpdate(
    request: DomainRequest,
    { sub, clientId }: { sub: string; clientId: string },
    { before, after }: { before: Attributes; after: Attributes },
  ): Promise<void> {
    const changes = listAttributeChanges(before, after);
    const changed = Object.keys(changes).toSorted();
    const data = { changed, active: null };
    if (changed.length > 0) await this.record(request, { type: 'user.updated', user: sub, client: clientId, data }, changes);
  }
}
