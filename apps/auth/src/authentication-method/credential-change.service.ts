import { Injectable } from '@nestjs/common';
import type { NoticeKind } from '@latchkey/message';
import { CredentialRepository, Database, LogRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import { MessageService } from '../message/message.service.js';
import { chooseLanguage } from '../pages/i18n/language.js';
import { getRequestContext } from './request-context.js';

export { getDomainDisplayName } from '../message/recipient.js';

/** Whose domain it is, and how it is called. */
export type CredentialDomain = Pick<CachedDomain, 'id' | 'name' | 'issuer'> & Partial<Pick<CachedDomain, 'branding'>>;

/** What became of a credential. */
export interface CredentialChange {
  sub: string;
  /** Resource and verb, such as `passkey.create`. */
  operation: string;
  /** What its user is told of it. */
  notice: NoticeKind;
}

/** What users change about how they sign in: the domain's log has it, and they are told, so that nobody does it behind their back. */
@Injectable()
export class CredentialChangeService {
  constructor(
    private readonly database: Database,
    private readonly log: LogRepository,
    private readonly holders: CredentialRepository,
    private readonly messages: MessageService,
  ) {}

  /**
   * Carries out a change of a user's credentials in one transaction, one change after the other. The user is locked first: whoever removes
   * them does so too, and would else wait for the credential while the change waits for the user.
   */
  transaction<T>(domain: CredentialDomain, sub: string, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.holders.lockHolder(domain.id, sub);
      return work();
    });
  }

  /** Takes note of a change that its user made, within its transaction: it comes to be with it or not at all. */
  async record(domain: CredentialDomain, { sub, operation, notice }: CredentialChange): Promise<void> {
    const { requestId, acceptLanguage } = getRequestContext();
    const by = { actorType: 'user', actorId: sub, actorName: null, requestId } as const;
    await this.log.create({ domainId: domain.id, operation, ...by, sub, clientId: null, changed: [] });
    const holder = await this.holders.findHolder(domain.id, sub);
    if (!holder) return;
    const { attributes } = holder;
    const locale = typeof attributes['locale'] === 'string' ? attributes['locale'] : undefined;
    await this.messages.notify(domain, { sub, attributes, language: chooseLanguage(locale, acceptLanguage) }, notice);
  }
}
