import { Injectable } from '@nestjs/common';
import type { Domain } from '@latchkey/persistence';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { MailSenderRequest } from '../../mail-sender/mail-sender.dto.js';
import { MailSenderService, normalizeSender } from '../../mail-sender/mail-sender.service.js';
import { NO_SECRETS, type Section, type SectionChange } from '../section.js';

/** Who the mails of a domain come from. */
@Injectable()
export class MailSenderSection implements Section<MailSenderRequest> {
  readonly name = 'mailSender';
  readonly permission = 'branding';

  constructor(private readonly senders: MailSenderService) {}

  async read(domain: Domain): Promise<MailSenderRequest> {
    return omitNulls(await this.senders.get(domain));
  }

  async parse(_domain: Domain, value: unknown): Promise<MailSenderRequest> {
    return omitNulls(normalizeSender(await parseBody(MailSenderRequest, value)));
  }

  async apply({ domain, after }: SectionChange<MailSenderRequest>): Promise<ReadonlyMap<string, string>> {
    await this.senders.replace(domain, after, () => undefined);
    return NO_SECRETS;
  }
}
