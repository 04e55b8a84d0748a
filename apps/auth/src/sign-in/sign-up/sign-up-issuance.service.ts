import { Injectable } from '@nestjs/common';
import type { Message } from '@latchkey/message';
import { SignUpRepository, type NewSignUp } from '@latchkey/persistence';
import { DomainTransactionService } from '@latchkey/user';
import { MessageService } from '../../message/message.service.js';
import { MagicLinkAuditLogService } from '../methods/magic-link/magic-link-audit-log.service.js';
import { MAGIC_LINK_TTL_SECONDS } from '../methods/magic-link/magic-link-token.js';

/** Creates the link of a sign-up, its message and its log entry in one transaction. */
@Injectable()
export class SignUpIssuanceService {
  constructor(
    private readonly transactions: DomainTransactionService,
    private readonly signUps: SignUpRepository,
    private readonly messages: MessageService,
    private readonly log: MagicLinkAuditLogService,
  ) {}

  issue(signUp: NewSignUp, message: Message, requestId: string | null): Promise<void> {
    return this.transactions.change(signUp.domainId, async () => {
      await this.signUps.create(signUp, MAGIC_LINK_TTL_SECONDS);
      await this.messages.send(signUp.domainId, { sub: null, channel: 'email', lifetime: MAGIC_LINK_TTL_SECONDS, message });
      await this.log.record(signUp.domainId, { type: 'sign_up.requested', user: null, requestId });
    });
  }
}
