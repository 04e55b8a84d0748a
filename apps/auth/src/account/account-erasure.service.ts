import { Injectable } from '@nestjs/common';
import { UserErasureRepository, type UserErasure } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { DomainTransactionService, UserChangeService, type ErasingDomain } from '@latchkey/user';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { AccountContext } from './account-context.js';
import { AccountLogService } from './account-log.service.js';

/** The deletion of accounts by the people to whom they belong. */
@Injectable()
export class AccountErasureService {
  constructor(
    private readonly transactions: DomainTransactionService,
    private readonly changes: UserChangeService,
    private readonly keys: ReceiptKeyService,
    private readonly log: AccountLogService,
    private readonly erasures: UserErasureRepository,
  ) {}

  /** Erases the signed-in user. @returns the id of the erasure @throws Problem user-not-found */
  erase(account: AccountContext): Promise<string> {
    const { domain, session } = account;
    return this.transactions.change(domain.id, async () =>
      this.changes.delete(this.createErasingDomain(account), await this.changes.lock(domain, session.sub)),
    );
  }

  /** @param id a UUID */
  find({ id: domainId }: CachedDomain, id: string): Promise<UserErasure | null> {
    return this.erasures.findById(domainId, id);
  }

  /** A receipt with the keys that verify it. */
  async createFile({ receipt }: UserErasure): Promise<string> {
    return `${JSON.stringify({ receipt, keys: await this.keys.listPublicKeys() }, null, 2)}\n`;
  }

  private createErasingDomain(account: AccountContext): ErasingDomain {
    const { name, issuer } = account.domain;
    return {
      ...this.log.of(account),
      name,
      issuer,
      signReceipt: async (typ, claims) => (await this.keys.createSigner(typ))(claims),
    };
  }
}
