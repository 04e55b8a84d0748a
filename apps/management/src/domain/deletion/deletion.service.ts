import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainDeletionRepository, DomainRepository, type Domain, type DomainDeletion } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { DomainDeletionQueue } from '../../queue/domain-deletion.queue.js';
import { getCurrentActor } from '../../audit-event/actor.js';
import { AuditLogChainService } from '../../audit-log/chain/audit-log-chain.service.js';
import { mayUseDomain, type Caller } from '../../caller/caller.js';
import { createDomainNotFoundProblem } from '../../current-domain/domain-not-found.js';

/** The deletions of domains, from the request to the receipt. */
@Injectable()
export class DeletionService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly domains: DomainRepository,
    private readonly deletions: DomainDeletionRepository,
    private readonly jobs: DomainDeletionQueue,
    private readonly chain: AuditLogChainService,
  ) {}

  /** @throws Problem deletion-not-found, both for an unknown id and for the deletion of a domain that the caller may not use */
  async get(caller: Caller, id: string): Promise<DomainDeletion> {
    const deletion = await this.deletions.find(caller.subscriptionId, id);
    if (!deletion || !mayUseDomain(caller, deletion.domain)) throw createDeletionNotFoundProblem();
    return deletion;
  }

  /** Chains the log of a domain before its deletion, because a chain cannot begin afterwards and the receipt names its end. */
  async prepare({ id }: Domain): Promise<void> {
    await this.chain.catchUp(id);
  }

  /**
   * Stops serving the domain, within a transaction.
   *
   * @returns the id of its deletion
   * @throws Problem domain-not-found, with a link to the deletion if the domain is already being deleted
   */
  async begin(domain: Domain): Promise<string> {
    if (!(await this.domains.markDeleting(domain.id))) throw await this.createProblem(domain);
    return this.deletions.create(domain);
  }

  /** The problem for a domain that is being deleted. */
  async createProblem({ id }: Domain): Promise<Error> {
    return createDomainNotFoundProblem(await this.deletions.findIdOf(id));
  }

  /** Starts the job. The domain's own log is deleted with the domain, so the process log records who deleted it. */
  start({ id, name, subscriptionId }: Domain): void {
    const { type, id: callerId, requestId, address } = getCurrentActor();
    const caller = { [type === 'operator' ? 'operator' : 'apiKey']: callerId };
    this.logger.info({ domain: name, subscription: subscriptionId, ...caller, address, requestId }, 'domain deleted');
    this.jobs.enqueue(id);
  }
}

/** The same response for an unknown id and for a deletion that another subscription requested. */
export function createDeletionNotFoundProblem(): Problem {
  return new Problem('deletion-not-found', 'Your subscription has not requested a deletion with this id.');
}
