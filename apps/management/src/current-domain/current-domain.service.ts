import { Injectable } from '@nestjs/common';
import { DomainRepository, type Domain } from '@latchkey/persistence';
import { mayUseDomain, type Caller } from '../caller/caller.js';
import { createDomainNotFoundProblem } from './domain-not-found.js';
import { normalizeDomainName } from './normalize-domain-name.js';

@Injectable()
export class CurrentDomainService {
  constructor(private readonly domains: DomainRepository) {}

  /**
   * The caller's domain with this name, for configuration. Reads outside any transaction.
   *
   * @throws Problem domain-not-found, also if the domain is being deleted, or the caller may not use it
   */
  async getExisting(caller: Caller, name: string): Promise<Domain> {
    const normalized = normalizeDomainName(name);
    const domain = await this.domains.findByNamePrepared(caller.subscriptionId, normalized);
    if (!domain || domain.status === 'deleting' || !mayUseDomain(caller, normalized)) throw createDomainNotFoundProblem();
    return domain;
  }
}
