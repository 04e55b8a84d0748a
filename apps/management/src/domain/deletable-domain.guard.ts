import { Injectable } from '@nestjs/common';
import type { Domain } from '@latchkey/persistence';
import type { Caller } from '../caller/caller.js';
import { CurrentDomainGuard } from '../current-domain/current-domain.guard.js';
import { CurrentDomainService } from '../current-domain/current-domain.service.js';
import { DomainService } from './domain.service.js';

/** CurrentDomainGuard for the deletion of a domain. The 404 for a domain that is being deleted links to the deletion. */
@Injectable()
export class DeletableDomainGuard extends CurrentDomainGuard {
  constructor(
    domains: CurrentDomainService,
    private readonly service: DomainService,
  ) {
    super(domains);
  }

  protected override find(caller: Caller, name: string): Promise<Domain> {
    return this.service.getDeletable(caller, name);
  }
}
