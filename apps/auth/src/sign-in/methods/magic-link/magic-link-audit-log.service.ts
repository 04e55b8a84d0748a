import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository, LastSignInRepository } from '@latchkey/persistence';

/** An audit event of a link. It contains neither address nor token. Its user is null if the username is unknown. */
export type MagicLinkEvent = AuditEvent<
  'magic_link.requested' | 'sign_up.requested' | 'magic_link.used' | 'magic_link.refused' | 'user.signed_in'
>;

@Injectable()
export class MagicLinkAuditLogService {
  constructor(
    private readonly log: AuditLogRepository,
    private readonly lastSignIns: LastSignInRepository,
  ) {}

  /** Records that a link has signed its user in. */
  async recordSignIn(domainId: string, event: AuditEvent<'user.signed_in'> & { user: string; requestId: string }): Promise<void> {
    await this.record(domainId, event);
    await this.lastSignIns.record(domainId, event.user);
  }

  async record(domainId: string, event: MagicLinkEvent & { requestId: string | null }): Promise<void> {
    await this.log.create({
      ...event,
      domainId,
      actor: { type: 'user', id: event.user ?? null, name: null },
      traceId: getCurrentTraceId(),
    });
  }
}
