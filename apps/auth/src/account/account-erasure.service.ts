import { Injectable } from '@nestjs/common';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository, UserErasureRepository, type UserErasure } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { DomainTransactionService, UserChangeService, type ErasingDomain } from '@latchkey/user';
import { getRequestContext } from '../authentication-method/request-context.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { AccountContext } from './account-context.js';

/** The deletion of accounts by the people to whom they belong. */
@Injectable()
export class AccountErasureService {
  constructor(
    private readonly transactions: DomainTransactionService,
    private readonly changes: UserChangeService,
    private readonly keys: ReceiptKeyService,
    private readonly log: AuditLogRepository,
    private readonly erasures: UserErasureRepository,
  ) {}

  /** Erases the signed-in user. @returns the id of the erasure @throws Problem user-not-found */
  erase({ domain, session: { sub } }: AccountContext): Promise<string> {
    return this.transactions.change(domain.id, async () => {
      const erasing = this.createErasingDomain(domain, sub);
      return this.changes.delete(erasing, await this.changes.lock(erasing, sub));
    });
  }

  /** @param id a UUID */
  find({ id: domainId }: CachedDomain, id: string): Promise<UserErasure | null> {
    return this.erasures.findById(domainId, id);
  }

  /** A receipt with the keys that verify it. */
  async createFile({ receipt }: UserErasure): Promise<string> {
    return `${JSON.stringify({ receipt, keys: await this.keys.listPublicKeys() }, null, 2)}\n`;
  }

  private createErasingDomain({ id, name, issuer }: CachedDomain, sub: string): ErasingDomain {
    const actor = { type: 'user', id: sub, name: null } as const;
    return {
      id,
      name,
      issuer,
      record: (event, changes) =>
        this.log.create({ ...event, domainId: id, actor, requestId: getRequestContext().requestId, traceId: getCurrentTraceId() }, changes),
      signReceipt: async (typ, claims) => (await this.keys.createSigner(typ))(claims),
    };
  }
}
