import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import type { TokenHolder } from '../client-token/client-token.service.js';

type StreamEventType =
  'ssf_stream.created' | 'ssf_stream.updated' | 'ssf_stream.deleted' | 'ssf_stream.status_changed' | 'ssf_stream.event_refused';

/** Logs what receivers do with their streams in the domain's log. */
@Injectable()
export class StreamAuditLogService {
  constructor(private readonly log: AuditLogRepository) {}

  /** Records an event that a receiver caused, within its transaction. */
  async record({ domain, clientId, requestId }: TokenHolder, event: AuditEvent<StreamEventType>): Promise<void> {
    const actor = { type: 'service', id: null, name: null } as const;
    await this.log.create({ ...event, client: clientId, domainId: domain.id, actor, requestId, traceId: getCurrentTraceId() });
  }
}
