import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainDeletion } from './domain-deletion.entity.js';

/** The deletions of domains, of which each life of a name has one. */
@Injectable()
export class DomainDeletionRepository {
  constructor(private readonly database: Database) {}

  /** Stores that a domain is to be deleted. @returns the id of the deletion */
  async create({ id, subscriptionId, name }: Pick<Domain, 'id' | 'subscriptionId' | 'name'>): Promise<string> {
    const { identifiers } = await this.rows.insert({ subscriptionId, domain: name, deletedDomainId: id });
    return identifiers[0]!['id'] as string;
  }

  /** A deletion that the subscription requested. */
  find(subscriptionId: string, id: string): Promise<DomainDeletion | null> {
    return this.rows.findOneBy({ subscriptionId, id });
  }

  /** The id of the deletion of a domain, by the domain's id. */
  async findIdOf(deletedDomainId: string): Promise<string | null> {
    return (await this.rows.findOneBy({ deletedDomainId }))?.id ?? null;
  }

  private get rows() {
    return this.database.manager.getRepository(DomainDeletion);
  }
}
