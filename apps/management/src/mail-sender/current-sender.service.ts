import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { dkimKeyContext, Encryptor } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { BrandingRepository, MailSenderRepository, type MailSender, type OwnMailSender } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { parseMailbox, type Mailbox } from './mailbox.js';
import { SenderVerificationService } from './sender-verification.service.js';

/** The sender of a mail. */
export interface CurrentSender extends Mailbox {
  /** Signs the mail: RFC 6376. Null if the sender is that of the installation, whose mail server may sign. */
  dkim: { domainName: string; keySelector: string; privateKey: string } | null;
}

/** Milliseconds after which the records of an address are checked before it is used again. */
const MAX_CHECK_AGE_MS = 3_600_000;

/** Chooses the sender of each mail. */
@Injectable()
export class CurrentSenderService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly brandings: BrandingRepository,
    private readonly senders: MailSenderRepository,
    private readonly verifications: SenderVerificationService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** The sender of the domain's next mail: its own address while the records are right, else that of the installation. */
  async find(domainId: string): Promise<CurrentSender> {
    const sender = await this.refresh(await this.senders.find(domainId));
    const installation = parseMailbox(this.settings.MAIL_FROM ?? 'no-reply@localhost');
    const name = sender?.name ?? (await this.brandings.find(domainId))?.name ?? installation.name;
    // control: mails come from an operator's address only while its records are right
    if (!sender?.verified || !isOwn(sender)) return { name, address: installation.address, dkim: null };
    const { address, selector, privateKey } = sender;
    const domainName = address.slice(address.lastIndexOf('@') + 1);
    const key = this.encryptor.decrypt(privateKey, dkimKeyContext(domainId, selector)).toString();
    return { name, address, dkim: { domainName, keySelector: selector, privateKey: key } };
  }

  /** Checks an address whose last check is old. Without an answer of the DNS, the last result stays. */
  private async refresh(sender: MailSender | null): Promise<MailSender | null> {
    if (!sender || !isOwn(sender) || Date.now() - (sender.checkedAt?.getTime() ?? 0) < MAX_CHECK_AGE_MS) return sender;
    const { verified } = await this.verifications.check(sender).catch((error: unknown) => {
      this.logger.warn({ error, domainId: sender.domainId }, 'the records of a mail sender were not checked');
      return { verified: null };
    });
    return { ...sender, verified: verified ?? sender.verified };
  }
}

export function isOwn(sender: MailSender): sender is OwnMailSender {
  return sender.address !== null;
}
