import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { Encryptor, randomId } from '@latchkey/crypto';
import {
  chooseProfileLanguage,
  createNotice,
  encryptMessage,
  messageContext,
  NOTICE_TTL_SECONDS,
  type NoticeKind,
} from '@latchkey/message';
import { isMailableAddress } from '@latchkey/oauth';
import { getCurrentTraceparent } from '@latchkey/observability';
import { BrandingRepository, MessageRepository, type Domain, type User } from '@latchkey/persistence';
import { SETTINGS } from '../../settings/settings.module.js';

/** Notifies users by email of changes that an operator made to their accounts. */
@Injectable()
export class NoticeService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly branding: BrandingRepository,
    private readonly messages: MessageRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Queues a notice if the user has an address. Call it within the transaction of the change. */
  async send({ id: domainId, name: domain }: Domain, { sub, attributes }: User, notice: NoticeKind): Promise<void> {
    const { email, locale } = attributes;
    if (!isMailableAddress(email)) return;
    const place = (await this.branding.find(domainId))?.name ?? domain;
    const language = chooseProfileLanguage(locale);
    // The operator's device is not the user's business.
    const request = { at: new Date().toISOString(), device: '', address: null, application: null };
    const message = createNotice(notice, { to: email, attributes, language, place, issuer: authUrlOf(this.settings, domain), request });
    const id = randomId();
    const encrypted = encryptMessage(this.encryptor, message, messageContext(domainId, id));
    await this.messages.create(
      { domainId, id, sub, channel: 'email', encrypted, traceparent: getCurrentTraceparent() },
      NOTICE_TTL_SECONDS,
    );
  }
}
