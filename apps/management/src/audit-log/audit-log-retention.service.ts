import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainRepository,
  AuditLogRetentionRepository,
  type Domain,
  type Precondition,
  type RetentionPeriods,
} from '@latchkey/persistence';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';

const PROPERTIES = ['days', 'personalDays'] as const;

@Injectable()
export class AuditLogRetentionService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly retentions: AuditLogRetentionRepository,
    private readonly log: AuditLogService,
  ) {}

  get(domain: Domain): Promise<RetentionPeriods> {
    return this.retentions.find(domain.id);
  }

  /** Applies to all entries, from the next request for the log. A longer retention shows hidden entries again. */
  async replace(domain: Domain, { days, personalDays }: RetentionPeriods, precondition: Precondition<RetentionPeriods>): Promise<void> {
    const retention: RetentionPeriods = { days, personalDays };
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      const before = await this.get(domain);
      await precondition(before, (await this.retentions.findStored(domain.id)) === null);
      const changed = PROPERTIES.filter((property) => before[property] !== retention[property]);
      if (changed.length === 0) return;
      await this.retentions.put(domain.id, retention);
      await this.log.record(domain.id, { type: 'log.retention.updated', data: { changed } });
    });
  }
}
