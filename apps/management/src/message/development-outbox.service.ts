import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import { messageContext, decryptMessage, renderMail, renderText } from '@latchkey/message';
import { BrandingRepository, MessageRepository, type Channel, type WaitingMessage } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** A message as it would have arrived. */
export interface OutboxMessage {
  channel: Channel;
  to: string;
  /** Null except for a mail. */
  subject: string | null;
  text: string;
  /** URL of the link in the message. */
  link: string;
  createdAt: Date;
}

const MAX_MESSAGES = 200;

/** The messages that would be sent if a channel were configured. */
@Injectable()
export class DevelopmentOutboxService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) { MASTER_KEY }: ManagementSettings,
    private readonly messages: MessageRepository,
    private readonly brandings: BrandingRepository,
  ) {
    this.encryptor = new Encryptor(MASTER_KEY);
  }

  /** The latest messages to users of a subscription's domains, newest first. */
  async list(subscriptionId: string): Promise<OutboxMessage[]> {
    const waiting = await this.messages.listWaiting(subscriptionId, MAX_MESSAGES);
    return Promise.all(waiting.map((message) => this.decrypt(message)));
  }

  private async decrypt({ domainId, id, channel, encrypted, createdAt }: WaitingMessage): Promise<OutboxMessage> {
    const message = decryptMessage(this.encryptor, encrypted, messageContext(domainId, id));
    const { content, to } = message;
    const link = content.kind === 'notice' ? content.account : content.link;
    if (channel === 'sms') return { channel, to, subject: null, text: renderText(message), link, createdAt };
    const { subject, text } = renderMail(message, await this.brandings.find(domainId));
    return { channel, to, subject, text, link, createdAt };
  }
}
