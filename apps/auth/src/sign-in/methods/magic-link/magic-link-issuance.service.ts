import { Injectable } from '@nestjs/common';
import { Database, MagicLinkRepository, type NewMagicLink } from '@latchkey/persistence';
import { MessageService, type OutgoingMessage } from '../../../message/message.service.js';
import { MagicLinkAuditLogService, type MagicLinkEvent } from './magic-link-audit-log.service.js';
import { MAGIC_LINK_TTL_SECONDS } from './magic-link-token.js';

/** Creates a link, its message and its log entry in one transaction. */
@Injectable()
export class MagicLinkIssuanceService {
  constructor(
    private readonly database: Database,
    private readonly links: MagicLinkRepository,
    private readonly messages: MessageService,
    private readonly log: MagicLinkAuditLogService,
  ) {}

  issue(link: NewMagicLink, message: OutgoingMessage, event: MagicLinkEvent & { requestId: string | null }): Promise<void> {
    return this.database.transaction(async () => {
      await this.links.create(link, MAGIC_LINK_TTL_SECONDS);
      await this.messages.send(link.domainId, message);
      await this.log.record(link.domainId, event);
    });
  }
}
