import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { randomId, Encryptor } from '@latchkey/crypto';
import {
  createNotice,
  encryptMessage,
  messageContext,
  NOTICE_TTL_SECONDS,
  type Message,
  type MessageLanguage,
  type MessageRequest,
  type NoticeKind,
} from '@latchkey/message';
import { getCurrentTraceparent } from '@latchkey/observability';
import { MessageRepository, type Attributes, type Channel } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import { SETTINGS } from '../settings/settings.module.js';
import { findRecipientAddress, getDomainDisplayName } from './recipient.js';

export interface OutgoingMessage {
  /** Null: the recipient is no user yet. */
  sub: string | null;
  channel: Channel;
  message: Message;
  /** Seconds after which the message is no longer sent. */
  lifetime: number;
}

/** The user who receives a notification. */
export interface NotificationRecipient {
  sub: string;
  attributes: Attributes;
  language: MessageLanguage;
  /** What caused the notification. */
  request: MessageRequest;
}

type NotificationDomain = Pick<CachedDomain, 'id' | 'name' | 'issuer'> & Partial<Pick<CachedDomain, 'branding'>>;

/** Queues messages. A management process sends them within about a second. */
@Injectable()
export class MessageService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) { MASTER_KEY }: AuthSettings,
    private readonly messages: MessageRepository,
  ) {
    this.encryptor = new Encryptor(MASTER_KEY);
  }

  /** Queues a message within the transaction of the event that it reports. It creates nothing if the user does not exist. */
  async send(domainId: string, { sub, channel, message, lifetime }: OutgoingMessage): Promise<void> {
    const id = randomId();
    const encrypted = encryptMessage(this.encryptor, message, messageContext(domainId, id));
    const traceparent = getCurrentTraceparent();
    await this.messages.create({ domainId, id, sub, channel, encrypted, traceparent }, lifetime);
  }

  /** Notifies a user of an account change by email, if the user has an address. Call it within the transaction of the change. */
  async notify(domain: NotificationDomain, user: NotificationRecipient, notice: NoticeKind): Promise<void> {
    const to = findRecipientAddress(user.attributes, 'email');
    if (to === null) return;
    const message = createNotice(notice, { ...user, to, place: getDomainDisplayName(domain), issuer: domain.issuer });
    await this.send(domain.id, { sub: user.sub, channel: 'email', message, lifetime: NOTICE_TTL_SECONDS });
  }
}
