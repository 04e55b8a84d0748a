import { Injectable } from '@nestjs/common';
import { UsageRepository, type DailyUsage } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { MAX_DAYS, selectPeriod, type UsagePeriod } from './usage-period.js';

/** Shows how much domains are used. */
@Injectable()
export class UsageService {
  constructor(private readonly usage: UsageRepository) {}

  /** @throws Problem if the period ends before it begins, or is too long */
  async list(domainId: string, asked: Partial<UsagePeriod>): Promise<DailyUsage[]> {
    const period = selectPeriod(asked, Date.now());
    if (!period) {
      const detail = `must begin at the day of to or before, at most ${MAX_DAYS} days with both`;
      throw new Problem('invalid-request', 'The query of the address has faults. Each is listed in errors.', {
        errors: [{ pointer: 'from', detail }],
      });
    }
    return this.usage.list(domainId, period);
  }
}
