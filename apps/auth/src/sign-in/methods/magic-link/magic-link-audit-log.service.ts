import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';

/** An audit event of a link. It contains neither address nor token. Its user is null if the username is unknown. */
export type MagicLinkEvent = AuditEvent<
  'magic_link.requested' | 'sign_up.requested' | 'magic_link.used' | 'magic_link.refused' | 'user.signed_in'
>;

@Injectable()
export class MagicLinkAuditLogService {
  constructor(private readonly log: AuditLogRepository) {}

  async record(domainId: string, event: MagicLinkEvent & { requestId: string | null }): Promise<void> {
    await this.log.create({
      ...event,
      domainId,
      actor: { type: 'user', id: event.user ?? null, name: null },
      traceId: getCurrentTraceId(),
    });
  }
}
