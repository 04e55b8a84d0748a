import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { COUNT_FAILURE, FAILED_SIGN_IN, getFailureCountKey, MAX_FAILURES_PER_MINUTE } from '../failure-log.js';
import { LogEntry } from './log-entry.entity.js';

export type NewLogEntry = Omit<LogEntry, 'id' | 'at' | 'identityProvider'> & Partial<Pick<LogEntry, 'identityProvider'>>;

/** A time to the microsecond, which a Date does not have. */
export interface Instant {
  date: Date;
  /** What has passed since then, up to a second. */
  microseconds: number;
}

export interface LogQuery {
  /** Entries from this time on. */
  from: Instant | null;
  /** Entries before this time. */
  to: Instant | null;
  operation: string | null;
  sub: string | null;
  /** Entries older than the one with this id. */
  before: string | null;
  limit: number;
}

@Injectable()
export class LogRepository {
  constructor(private readonly database: Database) {}

  /** Stores an entry, within the transaction of the event. Failed sign-ins beyond the limit are only counted. */
  async create(entry: NewLogEntry): Promise<void> {
    if (entry.operation === FAILED_SIGN_IN && (await this.isOverFailureLimit(entry))) return;
    await this.database.manager.getRepository(LogEntry).insert(entry);
  }

  private async isOverFailureLimit({ domainId, sub }: NewLogEntry): Promise<boolean> {
    const [row]: { points: number }[] = await this.database.manager.query(COUNT_FAILURE, [getFailureCountKey(domainId, sub !== null)]);
    return row!.points > MAX_FAILURES_PER_MINUTE;
  }

  /** Entries of a domain, newest first. */
  list(domainId: string, { from, to, operation, sub, before, limit }: LogQuery): Promise<LogEntry[]> {
    const query = this.database.manager
      .getRepository(LogEntry)
      .createQueryBuilder('entry')
      .where('entry.domain_id = :domainId', { domainId });
    if (from) query.andWhere(`entry.at >= ${buildInstantSql('from')}`, { from: from.date, fromMicroseconds: from.microseconds });
    if (to) query.andWhere(`entry.at < ${buildInstantSql('to')}`, { to: to.date, toMicroseconds: to.microseconds });
    if (operation) query.andWhere('entry.operation = :operation', { operation });
    if (sub) query.andWhere('entry.sub = :sub', { sub });
    if (before) query.andWhere('entry.id < :before', { before });
    return query.orderBy('entry.id', 'DESC').limit(limit).getMany();
  }
}

function buildInstantSql(parameter: 'from' | 'to'): string {
  return `CAST(:${parameter} AS timestamptz) + :${parameter}Microseconds * interval '1 microsecond'`;
}
