import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { LogRepository } from '@latchkey/persistence';
import { getCurrentActor } from './actor.js';

@Injectable()
export class LogService {
  constructor(private readonly entries: LogRepository) {}

  /** Logs an event of a domain by the current actor. Called in the transaction of a change, it commits or rolls back with it. */
  async record(domainId: string, event: AuditEvent): Promise<void> {
    const { type, id, name, requestId } = getCurrentActor();
    await this.entries.create({ ...event, domainId, actor: { type, id, name }, requestId, traceId: getCurrentTraceId() });
  }
}
