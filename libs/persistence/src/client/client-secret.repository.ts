import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { ClientSecret } from './client-secret.entity.js';

@Injectable()
export class ClientSecretRepository {
  constructor(private readonly database: Database) {}

  /** Adds a secret by its hash. The caller raises the client's revision. */
  async create(domainId: string, clientId: string, hash: Buffer): Promise<void> {
    await this.database.manager.getRepository(ClientSecret).insert({ domainId, clientId, hash });
  }
}
