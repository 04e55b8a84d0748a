import { Inject, Injectable } from '@nestjs/common';
import { DomainDeletionQueue } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database, DomainDeletionRepository, DomainRepository, type Domain, type Precondition } from '@latchkey/persistence';
import { getCurrentActor } from '../log/actor.js';
import { LogChainService } from '../log/chain/log-chain.service.js';
import { DomainVerificationService } from '../domain-verification/domain-verification.service.js';
import { createDomainNotFoundProblem } from './domain-not-found.js';
import { normalizeDomainName } from './domain-name.js';

@Injectable()
export class DomainService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly verifications: DomainVerificationService,
    private readonly jobs: DomainDeletionQueue,
    private readonly deletions: DomainDeletionRepository,
    private readonly chain: LogChainService,
  ) {}

  list(subscriptionId: string): Promise<Domain[]> {
    return this.domains.list(subscriptionId);
  }

  /**
   * The subscription's domain of this name, including one that is being deleted.
   * @throws Problem domain-not-found - the same for an unknown name and another subscription's domain
   */
  async get(subscriptionId: string, name: string): Promise<Domain> {
    const domain = await this.domains.findByName(subscriptionId, normalizeDomainName(name));
    if (!domain) throw createDomainNotFoundProblem();
    return domain;
  }

  /**
   * The subscription's domain of this name, to be configured. Reads outside any transaction.
   * @throws Problem domain-not-found - also if it is being deleted
   */
  async getExisting(subscriptionId: string, name: string): Promise<Domain> {
    const domain = await this.domains.findByNamePrepared(subscriptionId, normalizeDomainName(name));
    if (!domain || domain.status === 'deleting') throw createDomainNotFoundProblem();
    return domain;
  }

  /**
   * The subscription's domain of this name, to be deleted.
   * @throws Problem domain-not-found - which leads to the deletion if it is being deleted already
   */
  async getDeletable(subscriptionId: string, name: string): Promise<Domain> {
    const domain = await this.domains.findByName(subscriptionId, normalizeDomainName(name));
    if (domain?.status === 'deleting') throw createDomainNotFoundProblem(await this.deletions.findIdOf(domain.id));
    if (!domain) throw createDomainNotFoundProblem();
    return domain;
  }

  /**
   * Deletes the domain: once this returns, no replica serves it. A job removes its data.
   * @returns the id of the deletion
   * @throws Problem precondition-failed, domain-not-found - also if it is being deleted already
   */
  async delete(domain: Domain, precondition: Precondition<Domain>): Promise<string> {
    // The receipt names the end of the chain, which cannot begin afterwards.
    await this.chain.catchUp(domain.id);
    const deletionId = await this.database.transaction(async () => {
      await precondition(await this.domains.lockForDeletion(domain.id));
      if (domain.kind === 'custom') await this.verifications.release(domain);
      if (!(await this.domains.markDeleting(domain.id))) throw createDomainNotFoundProblem(await this.deletions.findIdOf(domain.id));
      return this.deletions.create(domain);
    });
    this.logDeletion(domain);
    this.jobs.enqueue(domain.id);
    return deletionId;
  }

  /** The domain's own log is deleted with the domain: the process's log records who deleted it. */
  private logDeletion({ name, subscriptionId }: Domain): void {
    const { id, requestId, address } = getCurrentActor();
    this.logger.info({ domain: name, subscription: subscriptionId, apiKey: id, address, requestId }, 'domain deleted');
  }
}
