import { Injectable } from '@nestjs/common';
import { DomainRepository, type Domain } from '@latchkey/persistence';
import { createDomainNotFoundProblem } from './domain-not-found.js';
import { normalizeDomainName } from './normalize-domain-name.js';

@Injectable()
export class CurrentDomainService {
  constructor(private readonly domains: DomainRepository) {}

  /**
   * The subscription's domain with this name, for configuration. Reads outside any transaction.
   *
   * @throws Problem domain-not-found, also if the domain is being deleted
   */
  async getExisting(subscriptionId: string, name: string): Promise<Domain> {
    const domain = await this.domains.findByNamePrepared(subscriptionId, normalizeDomainName(name));
    if (!domain || domain.status === 'deleting') throw createDomainNotFoundProblem();
    return domain;
  }
}
