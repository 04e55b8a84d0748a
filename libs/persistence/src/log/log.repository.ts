import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { LogEntry } from './log-entry.entity.js';

export type NewLogEntry = Omit<LogEntry, 'id' | 'at' | 'identityProvider'> & Partial<Pick<LogEntry, 'identityProvider'>>;

export interface LogQuery {
  /** Entries from this time on. */
  from: Date | null;
  /** Entries before this time. */
  to: Date | null;
  operation: string | null;
  sub: string | null;
  /** Entries older than the one with this id. */
  before: string | null;
  limit: number;
}

@Injectable()
export class LogRepository {
  constructor(private readonly database: Database) {}

  /** Takes note of an entry, within the transaction of what it is about. */
  async create(entry: NewLogEntry): Promise<void> {
    await this.database.manager.getRepository(LogEntry).insert(entry);
  }

  /** Entries of a domain, newest first. */
  list(domainId: string, { from, to, operation, sub, before, limit }: LogQuery): Promise<LogEntry[]> {
    const query = this.database.manager
      .getRepository(LogEntry)
      .createQueryBuilder('entry')
      .where('entry.domain_id = :domainId', { domainId });
    if (from) query.andWhere('entry.at >= :from', { from });
    if (to) query.andWhere('entry.at < :to', { to });
    if (operation) query.andWhere('entry.operation = :operation', { operation });
    if (sub) query.andWhere('entry.sub = :sub', { sub });
    if (before) query.andWhere('entry.id < :before', { before });
    return query.orderBy('entry.id', 'DESC').limit(limit).getMany();
  }
}
