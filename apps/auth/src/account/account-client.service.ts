import { Injectable } from '@nestjs/common';
import { ClientCache } from '../client/client.cache.js';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { CurrentRevisionService } from '../domain/current-revision.service.js';

/** The clients that the account pages name. */
@Injectable()
export class AccountClientService {
  constructor(
    private readonly clients: ClientCache,
    private readonly revisions: CurrentRevisionService,
  ) {}

  /** @returns null if the domain has no such client any more */
  async find(domain: CachedDomain, clientId: string): Promise<CachedClient | null> {
    const current = await this.revisions.readAgain(domain.name, clientId);
    return current?.domainId === domain.id ? this.clients.get(current, clientId) : null;
  }
}
