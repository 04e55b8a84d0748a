import { Injectable } from '@nestjs/common';
import type { PlainEventType } from '@latchkey/events';
import type { NoticeKind } from '@latchkey/message';
import { getCurrentTraceId } from '@latchkey/observability';
import { CredentialRepository, Database, AuditLogRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import { MessageService } from '../message/message.service.js';
import { chooseLanguage } from '../pages/i18n/language.js';
import { describeRequest } from './message-request.js';
import { getRequestContext } from './request-context.js';

export { getDomainDisplayName } from '../message/recipient.js';

export type CredentialDomain = Pick<CachedDomain, 'id' | 'name' | 'issuer'> & Partial<Pick<CachedDomain, 'branding'>>;

/** A change of a user's credentials, made by that user. */
export interface CredentialChange {
  sub: string;
  event: PlainEventType;
  /** Notification sent to the user. */
  notice: NoticeKind;
}

/** Logs changes of credentials and notifies their users, so that an attacker cannot change them unnoticed. */
@Injectable()
export class CredentialChangeService {
  constructor(
    private readonly database: Database,
    private readonly log: AuditLogRepository,
    private readonly credentials: CredentialRepository,
    private readonly messages: MessageService,
  ) {}

  /**
   * Runs a change of a user's credentials in a transaction that locks the user's row first. This serializes changes and avoids a deadlock
   * with the deletion of the user, which takes its locks in the same order.
   */
  transaction<T>(domain: CredentialDomain, sub: string, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.credentials.lockHolder(domain.id, sub);
      return work();
    });
  }

  /** Logs a change and queues its notification. Call it within the transaction of the change. */
  async record(domain: CredentialDomain, { sub, event, notice }: CredentialChange): Promise<void> {
    const { requestId } = getRequestContext();
    const actor = { type: 'user', id: sub, name: null } as const;
    await this.log.create({ domainId: domain.id, type: event, actor, requestId, traceId: getCurrentTraceId(), user: sub });
    await this.notify(domain, sub, notice);
  }

  /** Queues a notice about an event that is logged elsewhere, in the language of the user's profile or browser. */
  async notify(domain: CredentialDomain, sub: string, notice: NoticeKind): Promise<void> {
    const holder = await this.credentials.findHolder(domain.id, sub);
    if (!holder) return;
    const { attributes } = holder;
    const locale = typeof attributes['locale'] === 'string' ? attributes['locale'] : undefined;
    const language = chooseLanguage({ uiLocales: locale, acceptLanguage: getRequestContext().acceptLanguage });
    await this.messages.notify(domain, { sub, attributes, language, request: describeRequest() }, notice);
  }
}
