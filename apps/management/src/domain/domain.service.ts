import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainRepository,
  type Domain,
  type DomainSummary,
  type KeyList,
  type KeyListQuery,
  type Precondition,
} from '@latchkey/persistence';
import { DomainVerificationService } from '../domain-verification/domain-verification.service.js';
import { DeletionService } from './deletion/deletion.service.js';
import { mayUseDomain, type Caller } from '../caller/caller.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';

@Injectable()
export class DomainService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly verifications: DomainVerificationService,
    private readonly deletions: DeletionService,
  ) {}

  listNames({ subscriptionId, domains }: Caller, query: KeyListQuery): Promise<KeyList> {
    return this.domains.listNames(subscriptionId, query, domains);
  }

  /** What a list shows of the domains with these names that still exist. */
  listSummaries({ subscriptionId }: Caller, names: readonly string[]): Promise<DomainSummary[]> {
    return this.domains.listSummaries(subscriptionId, names);
  }

  /**
   * The caller's domain with this name, even while it is being deleted.
   *
   * @throws Problem domain-not-found, both for an unknown name and for a domain that the caller may not use
   */
  async get(caller: Caller, name: string): Promise<Domain> {
    const domain = await this.find(caller, name);
    if (!domain) throw createDomainNotFoundProblem();
    return domain;
  }

  /**
   * The caller's domain with this name, for deletion.
   *
   * @throws Problem domain-not-found, with a link to the deletion if the domain is already being deleted
   */
  async getDeletable(caller: Caller, name: string): Promise<Domain> {
    const domain = await this.find(caller, name);
    if (domain?.status === 'deleting') throw await this.deletions.createProblem(domain);
    if (!domain) throw createDomainNotFoundProblem();
    return domain;
  }

  /**
   * Deletes the domain. Once this returns, no replica serves it. A job removes its data.
   *
   * @returns the id of the deletion
   * @throws Problem precondition-failed, domain-not-found also if it is already being deleted
   */
  async delete(domain: Domain, precondition: Precondition<Domain>): Promise<string> {
    await this.deletions.prepare(domain);
    const deletionId = await this.database.transaction(async () => {
      // This locks the name. A check of the name locks it before the domain; in another order the two would deadlock.
      if (domain.kind === 'custom') await this.verifications.release(domain);
      await precondition(await this.domains.lockForDeletion(domain.id));
      return this.deletions.begin(domain);
    });
    this.deletions.start(domain);
    return deletionId;
  }

  private async find(caller: Caller, name: string): Promise<Domain | null> {
    const normalized = normalizeDomainName(name);
    return mayUseDomain(caller, normalized) ? this.domains.findByName(caller.subscriptionId, normalized) : null;
  }
}
