import { Injectable } from '@nestjs/common';
import type { Domain, RetentionPeriods } from '@latchkey/persistence';
import { LogRetentionRequest } from '../../audit-log/audit-log-retention.dto.js';
import { AuditLogRetentionService } from '../../audit-log/audit-log-retention.service.js';
import { parseBody } from '../../http/parse-body.js';
import { NO_SECRETS, type Section, type SectionChange } from '../section.js';

/** For how long the log of a domain is shown. */
@Injectable()
export class LogRetentionSection implements Section<RetentionPeriods> {
  readonly name = 'logRetention';
  readonly permission = 'log';

  constructor(private readonly retention: AuditLogRetentionService) {}

  async read(domain: Domain): Promise<RetentionPeriods> {
    const { days, personalDays } = await this.retention.get(domain);
    return { days, personalDays };
  }

  async parse(_domain: Domain, value: unknown): Promise<RetentionPeriods> {
    const { days, personalDays } = await parseBody(LogRetentionRequest, value);
    return { days, personalDays };
  }

  async apply({ domain, after }: SectionChange<RetentionPeriods>): Promise<ReadonlyMap<string, string>> {
    await this.retention.replace(domain, after, () => undefined);
    return NO_SECRETS;
  }
}
