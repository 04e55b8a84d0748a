import { Injectable } from '@nestjs/common';
import { findRecipientName, findTimeZone, NOTICE_TTL_SECONDS, type MessageContent, type MessageLanguage } from '@latchkey/message';
import type { Attributes } from '@latchkey/persistence';
import { describeRequest } from '../../authentication-method/message-request.js';
import { getRequestContext } from '../../authentication-method/request-context.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { MessageService } from '../../message/message.service.js';
import { getDomainDisplayName } from '../../message/recipient.js';
import { chooseLanguage } from '../../pages/i18n/language.js';
import { CONFIRM_MINUTES, EmailLinkService, UNDO_DAYS, type EmailLink } from './email-link.service.js';

/** Who receives a mail about an address. */
interface Recipient {
  sub: string;
  to: string;
  attributes: Attributes;
}

/** The mails of a change of address: one to the new address, one to the former. */
@Injectable()
export class EmailMailService {
  constructor(
    private readonly messages: MessageService,
    private readonly links: EmailLinkService,
  ) {}

  /** Sends a link to a new address. */
  confirm(domain: CachedDomain, link: Omit<EmailLink, 'id' | 'expiresAt'>, { attributes, language }: ConfirmedUser): Promise<void> {
    const content = { kind: 'email-confirmation', link: this.links.create(domain, 'confirm', link), minutes: CONFIRM_MINUTES } as const;
    const { sub, to } = link;
    return this.send(domain, { sub, to, attributes }, { content, language, lifetime: CONFIRM_MINUTES * 60 });
  }

  /**
   * Tells the former address of a change, with a link that undoes it. That of the first of several changes in three days works whatever the
   * address is by then, so that an intruder cannot overtake it by a second change, and the links of later changes end with it.
   */
  notify(domain: CachedDomain, { sub, from, to }: EmailLink, { attributes, isFirst }: NotifiedUser): Promise<void> {
    const verified = attributes['email_verified'] === true;
    const link = this.links.create(domain, 'undo', { sub, to: from!, verified, ...(!isFirst && { from: to }) });
    const { locale } = attributes;
    const uiLocales = typeof locale === 'string' ? locale : undefined;
    const language = chooseLanguage({ uiLocales, acceptLanguage: getRequestContext().acceptLanguage });
    const content = { kind: 'email-changed', link, days: UNDO_DAYS } as const;
    return this.send(domain, { sub, to: from!, attributes }, { content, language, lifetime: NOTICE_TTL_SECONDS });
  }

  private send(
    domain: CachedDomain,
    { sub, to, attributes }: Recipient,
    { content, language, lifetime }: { content: MessageContent; language: MessageLanguage; lifetime: number },
  ): Promise<void> {
    const message = {
      to,
      name: findRecipientName(attributes),
      timeZone: findTimeZone(attributes),
      language,
      place: getDomainDisplayName(domain),
      content,
      request: describeRequest(),
    };
    return this.messages.send(domain.id, { sub, channel: 'email', message, lifetime });
  }
}

/** The user who has asked for a link. */
interface NotifiedUser {
  /** From before the change. */
  attributes: Attributes;
  isFirst: boolean;
}

interface ConfirmedUser {
  attributes: Attributes;
  /** Of the page. */
  language: MessageLanguage;
}
