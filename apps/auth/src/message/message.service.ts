import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { randomId, Encryptor } from '@latchkey/crypto';
import { messageContext, encryptMessage, type Message, type MessageLanguage, type NoticeKind } from '@latchkey/message';
import { MessageRepository, type Attributes, type Channel } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import { SETTINGS } from '../settings/settings.module.js';
import { findRecipientAddress, findRecipientName, getDomainDisplayName } from './recipient.js';

/** A message to a user of a domain. */
export interface OutgoingMessage {
  sub: string;
  channel: Channel;
  message: Message;
  /** Seconds for which it is worth sending. */
  lifetime: number;
}

/** Who is told of a change of their account, and in which language. */
export interface NotificationRecipient {
  sub: string;
  attributes: Attributes;
  language: MessageLanguage;
}

type NotificationDomain = Pick<CachedDomain, 'id' | 'name' | 'issuer'> & Partial<Pick<CachedDomain, 'branding'>>;

const NOTIFICATION_TTL_SECONDS = 86_400;

/** Hands messages over to be sent: by a management process, within a second or so. */
@Injectable()
export class MessageService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) { MASTER_KEY }: AuthSettings,
    private readonly messages: MessageRepository,
  ) {
    this.encryptor = new Encryptor(MASTER_KEY);
  }

  /** Called in the transaction of what the message tells of, it comes to be with it or not at all. A user who is not there gets none. */
  async send(domainId: string, { sub, channel, message, lifetime }: OutgoingMessage): Promise<void> {
    const id = randomId();
    const sealed = encryptMessage(this.encryptor, message, messageContext(domainId, id));
    await this.messages.create({ domainId, id, sub, channel, sealed }, lifetime);
  }

  /** Tells a user by mail what has changed about their account, if an address is known. To be called as `send`. */
  async notify(domain: NotificationDomain, user: NotificationRecipient, notice: NoticeKind): Promise<void> {
    const to = findRecipientAddress(user.attributes, 'email');
    if (to === null) return;
    const content = { kind: 'notice', notice, account: `${domain.issuer}/account` } as const;
    const message: Message = {
      to,
      name: findRecipientName(user.attributes),
      language: user.language,
      place: getDomainDisplayName(domain),
      content,
    };
    await this.send(domain.id, { sub: user.sub, channel: 'email', message, lifetime: NOTIFICATION_TTL_SECONDS });
  }
}
