import { Injectable } from '@nestjs/common';
import { findEmailAddressViolation } from '@latchkey/oauth';
import type { Attributes, User } from '@latchkey/persistence';
import { DomainTransactionService } from '@latchkey/user';
import type { AccountContext } from '../account-context.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { AccountLogService } from '../account-log.service.js';
import { EmailAddressService, type EmailRefusal } from './email-address.service.js';
import { EmailLinkService, type EmailLink } from './email-link.service.js';
import { EmailMailService } from './email-mail.service.js';

/** Changes the address of the signed-in user, once the new one is proved. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly transactions: DomainTransactionService,
    private readonly addresses: EmailAddressService,
    private readonly links: EmailLinkService,
    private readonly mails: EmailMailService,
    private readonly log: AccountLogService,
  ) {}

  /**
   * Sends a link to a new address. It does not say whether somebody else has the address: the answer and its time are the same.
   *
   * @throws Problem user-not-found
   */
  async request({ domain, session: { sub }, context }: AccountContext, to: string): Promise<'sent' | 'invalid' | 'same'> {
    if (findEmailAddressViolation(to) !== null) return 'invalid';
    const { attributes } = await this.addresses.get(domain, sub);
    if (attributes['email'] === to && attributes['email_verified'] === true) return 'same';
    await this.mails.confirm(domain, { sub, from: readEmail(attributes), to, verified: true }, { attributes, language: context.language });
    return 'sent';
  }

  /** @returns the link of a token if the signed-in user can use it, otherwise null */
  async read({ domain, session }: AccountContext, token: unknown): Promise<EmailLink | null> {
    const link = await this.links.read(domain, 'confirm', token);
    // control: a link changes the address of the user who has asked for it
    const isOwn = link?.sub === session.sub;
    return link && isOwn && (await this.addresses.isCurrent(domain, link)) ? link : null;
  }

  /** Gives the user the address of a link. Other changes of the domain wait, so that of two users one gets an address. @returns null if done */
  confirm(account: AccountContext, link: EmailLink): Promise<EmailRefusal | null> {
    const { domain } = account;
    return this.transactions.changeAlone(domain.id, async () => {
      const user = await this.addresses.lock(domain, link);
      if (!user) return 'unusable';
      // control: an address belongs to one user of a domain
      if (await this.addresses.isTaken(domain, link)) return 'taken';
      if (!(await this.links.use(domain, link))) return 'unusable';
      const { attributes } = user;
      await this.addresses.replace(this.log.of(account), user, link);
      if (link.from && link.from !== link.to) await this.notify(domain, link, attributes);
      return null;
    });
  }

  /** Only a change that the former address learns of counts as the first. */
  private async notify(domain: CachedDomain, link: EmailLink, attributes: Attributes): Promise<void> {
    const isFirst = await this.links.noteChange(domain, link.sub);
    await this.mails.notify(domain, link, { attributes, isFirst });
  }
}

function readEmail({ email }: User['attributes']): string | null {
  return typeof email === 'string' ? email : null;
}
