import { Injectable } from '@nestjs/common';
import { UsageRepository, type DailyUsage } from '@latchkey/persistence';
import { selectPeriod, type UsagePeriod } from './usage-period.js';

/** Reports the usage of domains. */
@Injectable()
export class UsageService {
  constructor(private readonly usage: UsageRepository) {}

  /** @param asked an existing period: see UsageQueryRequest */
  listDates(domainId: string, asked: Partial<UsagePeriod>): Promise<string[]> {
    return this.usage.listDates(domainId, selectPeriod(asked, Date.now())!);
  }

  list(domainId: string, dates: readonly string[]): Promise<DailyUsage[]> {
    return this.usage.list(domainId, dates);
  }
}
