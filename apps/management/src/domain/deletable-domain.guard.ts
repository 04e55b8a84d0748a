import { Injectable } from '@nestjs/common';
import type { Domain } from '@latchkey/persistence';
import { CurrentDomainGuard } from './current-domain.guard.js';

/** CurrentDomainGuard for the deletion of a domain: the 404 of one that is being deleted leads to the deletion. */
@Injectable()
export class DeletableDomainGuard extends CurrentDomainGuard {
  protected override find(subscriptionId: string, name: string): Promise<Domain> {
    return this.service.getDeletable(subscriptionId, name);
  }
}
