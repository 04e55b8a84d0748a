import { Injectable } from '@nestjs/common';
import { Database, DomainRepository } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';

/** Runs changes of a domain's users and groups in transactions, of which none is pending when the domain's deletion has been answered. */
@Injectable()
export class DomainTransactionService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
  ) {}

  /** Runs work that need not wait for other changes of the domain. @throws Problem domain-not-found */
  change<T>(domainId: string, work: () => Promise<T>): Promise<T> {
    return this.run(() => this.domains.lockExistingShared(domainId), work);
  }

  /** Runs work that waits for all others with this lock. @throws Problem domain-not-found */
  changeAlone<T>(domainId: string, work: () => Promise<T>): Promise<T> {
    return this.run(() => this.domains.lockExisting(domainId), work);
  }

  private run<T>(lock: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!(await lock())) throw new Problem('domain-not-found', 'The domain is being deleted. Nothing was changed.');
      return work();
    });
  }
}
