import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired, type ExpiredRows } from '../expired-rows.js';
import type { SsfChange } from './ssf-change.entity.js';
import { userIdOf } from '../user-id.js';

/** Copies the encrypted changes of entries within the database, so that no process holds the values of several entries at a time. */
// control: values of changed attributes are stored encrypted until a receiver gets them
const KEEP = `
  INSERT INTO ssf_change (domain_id, entry_id, sub, commitment, encrypted, key_month)
  SELECT outbox.domain_id, outbox.entry_id, changed.sub, changes_commitment, encrypted_changes, key_month
  FROM unnest($1::uuid[], $2::bigint[], $3::uuid[]) AS changed (domain_id, entry_id, sub)
  JOIN webhook_outbox AS outbox ON outbox.domain_id = changed.domain_id AND outbox.entry_id = changed.entry_id
  ON CONFLICT DO NOTHING`;

/** An entry and its change are added in one transaction with the events that need them, and an event is always in one of the tables. */
const UNUSED: ExpiredRows = {
  table: 'ssf_change',
  where: ['ssf_event', 'ssf_ended_event']
    .map(
      (table) => `NOT EXISTS (
    SELECT FROM ${table} AS event WHERE event.domain_id = ssf_change.domain_id AND event.change_entry_id = ssf_change.entry_id)`,
    )
    .join(' AND '),
};

/** The changed attributes whose values stream events need. */
@Injectable()
export class SsfChangeRepository {
  constructor(private readonly database: Database) {}

  /** Keeps the changes of entries in the outbox, once for all streams. */
  async keep(changes: readonly Pick<SsfChange, 'domainId' | 'entryId' | 'sub'>[]): Promise<void> {
    await this.database.manager.query(KEEP, [
      changes.map(({ domainId }) => domainId),
      changes.map(({ entryId }) => entryId),
      changes.map(({ domainId, sub }) => userIdOf(domainId, sub)),
    ]);
  }

  /** Deletes changes that no event needs any more. @returns their number */
  deleteUnused(limit: number): Promise<number> {
    return changeExpired(this.database, UNUSED, limit);
  }
}
