import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainDeletionRepository, DomainRepository, type Domain, type DomainDeletion } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { DomainDeletionQueue } from '../../queue/domain-deletion.queue.js';
import { getCurrentActor } from '../../audit-event/actor.js';
import { LogChainService } from '../../log/chain/log-chain.service.js';
import { createDomainNotFoundProblem } from '../../current-domain/domain-not-found.js';

/** The deletions of domains, from their request on. */
@Injectable()
export class DeletionService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly domains: DomainRepository,
    private readonly deletions: DomainDeletionRepository,
    private readonly jobs: DomainDeletionQueue,
    private readonly chain: LogChainService,
  ) {}

  /** @throws Problem deletion-not-found - the same for an unknown id and another subscription's deletion */
  async get(subscriptionId: string, id: string): Promise<DomainDeletion> {
    const deletion = await this.deletions.find(subscriptionId, id);
    if (!deletion) throw createDeletionNotFoundProblem();
    return deletion;
  }

  /** Chains the log of a domain that will be deleted: a chain cannot begin afterwards, and the receipt names its end. */
  async prepare({ id }: Domain): Promise<void> {
    await this.chain.catchUp(id);
  }

  /**
   * Ends the service of the domain, within a transaction.
   * @returns the id of its deletion
   * @throws Problem domain-not-found - which leads to the deletion if it is being deleted already
   */
  async begin(domain: Domain): Promise<string> {
    if (!(await this.domains.markDeleting(domain.id))) throw await this.createProblem(domain);
    return this.deletions.create(domain);
  }

  /** The problem of a domain that is being deleted. */
  async createProblem({ id }: Domain): Promise<Error> {
    return createDomainNotFoundProblem(await this.deletions.findIdOf(id));
  }

  /** Starts the job. The domain's own log is deleted with the domain: the process's log records who deleted it. */
  start({ id, name, subscriptionId }: Domain): void {
    const { id: apiKey, requestId, address } = getCurrentActor();
    this.logger.info({ domain: name, subscription: subscriptionId, apiKey, address, requestId }, 'domain deleted');
    this.jobs.enqueue(id);
  }
}

/** The same response for an unknown id, and a deletion that another subscription requested. */
export function createDeletionNotFoundProblem(): Problem {
  return new Problem('deletion-not-found', 'Your subscription has requested no deletion with this id.');
}
