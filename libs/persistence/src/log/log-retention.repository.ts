import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { DEFAULT_LOG_RETENTION, LogRetention } from './log-retention.entity.js';

@Injectable()
export class LogRetentionRepository {
  constructor(private readonly database: Database) {}

  /** The retention of a domain, or the default if it has configured none. */
  async find(domainId: string): Promise<Omit<LogRetention, 'domainId'>> {
    const { days, personalDays } = (await this.rows.findOneBy({ domainId })) ?? DEFAULT_LOG_RETENTION;
    return { days, personalDays };
  }

  /** Replaces all of it. */
  async put(retention: LogRetention): Promise<void> {
    await this.rows.upsert(retention, ['domainId']);
  }

  private get rows() {
    return this.database.manager.getRepository(LogRetention);
  }
}
