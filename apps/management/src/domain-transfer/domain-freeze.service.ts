import { Injectable } from '@nestjs/common';
import { Database, DomainRepository, type Domain } from '@latchkey/persistence';
import { setTimeout as delay } from 'node:timers/promises';
import { AuditLogService } from '../audit-event/audit-log.service.js';

/** How long requests of users that began before the freeze may still write: the database refuses them afterwards. */
const DRAIN_MS = 250;

/** Lets domains take no changes while they move. Clients get tokens all the time. */
@Injectable()
export class DomainFreezeService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly events: AuditLogService,
  ) {}

  /** Returns once the changes in progress have ended, and the database refuses others. */
  async freeze(domain: Domain): Promise<void> {
    if (await this.set(domain, true)) await delay(DRAIN_MS);
    await this.database.transaction(() => this.domains.closeFrozen(domain.id));
  }

  async thaw(domain: Domain): Promise<void> {
    await this.set(domain, false);
  }

  private set({ id }: Domain, isFrozen: boolean): Promise<boolean> {
    return this.database.transaction(async () => {
      const isChanged = await this.domains.setFrozen(id, isFrozen);
      if (isChanged) await this.events.record(id, { type: isFrozen ? 'domain.frozen' : 'domain.thawed' });
      return isChanged;
    });
  }
}
