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
}
