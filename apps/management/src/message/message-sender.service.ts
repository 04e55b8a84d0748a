import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { DeliveryFailure, renderMail, renderText, type Message } from '@latchkey/message';
import { BrandingRepository, type Channel, type MessageKey } from '@latchkey/persistence';
import { CurrentSenderService } from '../mail-sender/current-sender.service.js';
import { Mailer } from './mail/mailer.js';
import type { TextSender } from './sms/text-sender.js';
import { TwilioSender } from './sms/twilio.sender.js';
import { WebhookSender } from './sms/webhook.sender.js';
import { SETTINGS } from '../settings/settings.module.js';

/** Creates the configured senders. */
@Injectable()
export class MessageSenderService implements OnApplicationShutdown {
  private readonly mailer: Mailer | null;
  private readonly textSender: TextSender | null;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly brandings: BrandingRepository,
    private readonly mailSenders: CurrentSenderService,
  ) {
    this.mailer = settings.SMTP_URL === undefined ? null : new Mailer({ url: settings.SMTP_URL });
    this.textSender = createTextSender(settings);
  }

  /**
   * Makes one attempt to send a message.
   *
   * @throws DeliveryFailure
   */
  async send({ domainId, id }: MessageKey, channel: Channel, message: Message): Promise<void> {
    const { to, name, language } = message;
    if (channel === 'sms' && this.textSender) await this.textSender.send({ id, to, text: renderText(message) });
    else if (channel === 'email' && this.mailer) {
      const mail = renderMail(message, await this.brandings.find(domainId));
      await this.mailer.send({ ...mail, id, from: await this.mailSenders.find(domainId), to, name, language });
    } else throw new DeliveryFailure(`no sender is configured for ${channel}`, { permanent: true });
  }

  onApplicationShutdown(): void {
    this.mailer?.close();
  }
}

function createTextSender(settings: ManagementSettings): TextSender | null {
  // The settings have been checked for the values that each provider needs.
  switch (settings.SMS_PROVIDER) {
    case 'none':
      return null;
    case 'twilio':
      return new TwilioSender({
        accountSid: settings.SMS_TWILIO_ACCOUNT_SID!,
        authToken: settings.SMS_TWILIO_AUTH_TOKEN!,
        from: settings.SMS_TWILIO_FROM!,
      });
    case 'webhook':
      return new WebhookSender({ url: settings.SMS_WEBHOOK_URL!, secret: settings.SMS_WEBHOOK_SECRET! });
  }
}
