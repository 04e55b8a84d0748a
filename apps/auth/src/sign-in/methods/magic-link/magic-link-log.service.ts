import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { LogRepository } from '@latchkey/persistence';

/** An audit event of a link. It contains neither address nor token. Its user is null if the username is unknown. */
export type MagicLinkEvent = AuditEvent<'magic_link.requested' | 'magic_link.used' | 'magic_link.refused' | 'user.signed_in'>;

@Injectable()
export class MagicLinkLogService {
  constructor(private readonly log: LogRepository) {}

  async record(domainId: string, event: MagicLinkEvent & { requestId: string | null }): Promise<void> {
    await this.log.create({
      ...event,
      domainId,
      actor: { type: 'user', id: event.user ?? null, name: null },
      traceId: getCurrentTraceId(),
    });
  }
}
