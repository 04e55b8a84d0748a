import { Injectable } from '@nestjs/common';
import { Database, DomainRepository, type Domain } from '@latchkey/persistence';
import { createDomainNotFoundProblem } from './domain-not-found.js';

/** Runs changes within a domain in transactions. None is pending when the deletion of the domain has been answered. */
@Injectable()
export class DomainChangeService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
  ) {}

  /** Runs work that need not wait for other changes of the domain. @throws Problem domain-not-found */
  change<T>({ id }: Domain, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(id))) throw createDomainNotFoundProblem();
      return work();
    });
  }

  /** Runs work that waits for all others with this lock. @throws Problem domain-not-found */
  changeAlone<T>({ id }: Domain, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(id))) throw createDomainNotFoundProblem();
      return work();
    });
  }

  /** The auth server reads the domain again with its next request. */
  raiseRevision({ id }: Domain): Promise<void> {
    return this.domains.raiseRevision(id);
  }

  /** Keeps signing keys published for tokens of this lifetime in seconds. It never decreases, so what the request has read decides. */
  async recordExpiry({ id, longestExpiry }: Domain, expiry: number): Promise<void> {
    if (expiry > longestExpiry) await this.domains.recordExpiry(id, expiry);
  }
}
