import { Injectable } from '@nestjs/common';
import type { AttributeChanges, AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import { getCurrentActor } from './actor.js';

@Injectable()
export class AuditLogService {
  constructor(private readonly entries: AuditLogRepository) {}

  /**
   * Logs an event of a domain by the current actor. Called in the transaction of a change, it commits or rolls back with it.
   *
   * @param changes of attributes of its user, whose values security events may need
   */
  async record(domainId: string, event: AuditEvent, changes?: AttributeChanges): Promise<void> {
    const { type, id, name, requestId } = getCurrentActor();
    await this.entries.create({ ...event, domainId, actor: { type, id, name }, requestId, traceId: getCurrentTraceId() }, changes);
  }

  /**
   * Logs an event by the current actor in several domains of a subscription. Called in the transaction of a change, it commits or rolls back
   * with it.
   *
   * @param domainNames null for all domains of the subscription
   */
  async recordInDomains(subscriptionId: string, domainNames: readonly string[] | null, event: AuditEvent): Promise<void> {
    const { type, id, name, requestId } = getCurrentActor();
    const actor = { type, id, name };
    await this.entries.recordInDomains(subscriptionId, domainNames, { ...event, actor, requestId, traceId: getCurrentTraceId() });
  }
}
