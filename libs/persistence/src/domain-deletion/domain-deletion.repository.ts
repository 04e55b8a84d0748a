import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { Domain } from '../domain/domain.entity.js';
import { FIND_DELETING } from './deletion-statements.js';
import { DomainDeletion } from './domain-deletion.entity.js';
import { DomainPurge, type CreateDeletionReceipt } from './domain-purge.js';
import { DOMAIN_TABLES } from './domain-tables.js';

/** The deletions of domains, one for each life of a name. */
@Injectable()
export class DomainDeletionRepository {
  constructor(private readonly database: Database) {}

  /** Stores that a domain must be deleted. @returns the id of the deletion */
  async create({ id, subscriptionId, name }: Pick<Domain, 'id' | 'subscriptionId' | 'name'>): Promise<string> {
    const { identifiers } = await this.rows.insert({ subscriptionId, domain: name, deletedDomainId: id });
    return identifiers[0]!['id'] as string;
  }

  /** A deletion that the subscription requested. */
  find(subscriptionId: string, id: string): Promise<DomainDeletion | null> {
    // control: a subscription sees its own deletions only
    return this.rows.findOneBy({ subscriptionId, id });
  }

  /** The id of a domain's deletion, found by the domain's id. */
  async findIdOf(deletedDomainId: string): Promise<string | null> {
    return (await this.rows.findOneBy({ deletedDomainId }))?.id ?? null;
  }

  /** Completes deletions that a worker of an earlier release has ended. They get no receipt, because that worker has counted nothing. */
  async completeAbandoned(): Promise<void> {
    await this.database.manager.query(
      `UPDATE domain_deletion SET completed_at = now()
       WHERE completed_at IS NULL AND NOT EXISTS (SELECT FROM domain WHERE domain.id = deleted_domain_id)`,
    );
  }

  /**
   * Deletes every row of a domain in deletion in batches, its own row last. Other domains stay unchanged. Can run repeatedly and
   * concurrently.
   *
   * @param createReceipt signs a receipt of what was removed
   *
   * @param signal stops between two batches with its reason; another run continues from there
   */
  async purge(id: string, createReceipt: CreateDeletionReceipt, signal?: AbortSignal): Promise<void> {
    const [domain]: Pick<Domain, 'id' | 'subscriptionId' | 'name'>[] = await this.database.manager.query(FIND_DELETING, [id]);
    if (!domain) return;
    const purge = new DomainPurge(this.database, domain, signal);
    await purge.begin();
    await purge.empty(DOMAIN_TABLES.filter((table) => table !== 'job_state'));
    await purge.finish(createReceipt);
  }

  private get rows() {
    return this.database.manager.getRepository(DomainDeletion);
  }
}
