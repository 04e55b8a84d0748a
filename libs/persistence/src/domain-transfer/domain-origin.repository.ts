import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { DomainOrigin } from './domain-origin.entity.js';

@Injectable()
export class DomainOriginRepository {
  constructor(private readonly database: Database) {}

  async create(domainId: string, keys: Buffer): Promise<void> {
    await this.database.manager.getRepository(DomainOrigin).insert({ domainId, keys });
  }

  /** The encrypted keys of the installations before; null if the domain was registered here. */
  async findKeys(domainId: string): Promise<Buffer | null> {
    const origin = await this.database.manager.getRepository(DomainOrigin).findOneBy({ domainId });
    return origin?.keys ?? null;
  }
}
