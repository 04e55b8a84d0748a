import { Injectable } from '@nestjs/common';
import { DomainTransactionService } from '@latchkey/user';
import { SessionService } from '../../authorization/session.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { AccountLogService } from '../account-log.service.js';
import { EmailAddressService, type EmailRefusal } from './email-address.service.js';
import { EmailLinkService, type EmailLink } from './email-link.service.js';

/** Gives a user the former address back, by the link that was sent there. It needs no session: an intruder may have changed the address. */
@Injectable()
export class EmailUndoService {
  constructor(
    private readonly transactions: DomainTransactionService,
    private readonly addresses: EmailAddressService,
    private readonly links: EmailLinkService,
    private readonly sessions: SessionService,
    private readonly log: AccountLogService,
  ) {}

  /** @returns the link of a token; null if it cannot be used */
  async read(domain: CachedDomain, token: unknown): Promise<EmailLink | null> {
    const link = await this.links.read(domain, 'undo', token);
    return link && (await this.addresses.isCurrent(domain, link)) ? link : null;
  }

  /** Restores the address, and ends all sessions. @returns null if done @throws Problem user-not-found */
  undo(domain: CachedDomain, link: EmailLink): Promise<EmailRefusal | null> {
    return this.transactions.changeAlone(domain.id, async () => {
      const user = await this.addresses.lock(domain, link);
      if (!user) return 'unusable';
      if (await this.addresses.isTaken(domain, link)) return 'taken';
      if (!(await this.links.use(domain, link))) return 'unusable';
      const log = this.log.of({ domain, session: link });
      await this.addresses.replace(log, user, link);
      // An intruder with a passkey of their own may come back.
      await this.links.forgetChange(domain, link.sub);
      // control: an undone change of an address ends the sessions of who made it
      await this.sessions.endAll(domain.id, link.sub);
      await log.record({ type: 'session.revoked', user: link.sub });
      return null;
    });
  }
}
