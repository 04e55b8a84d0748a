import { Injectable } from '@nestjs/common';
import { Database, type StatementOptions } from '../connection/database.js';
import { DEFAULT_AUDIT_LOG_RETENTION, TODAY } from '../audit-log-retention.js';

/** The number is arbitrary, but no other kind of lock has it. */
const PARTITION_LOCK = 1_684_367_216;
const TRY_LOCK = `pg_try_advisory_xact_lock(${PARTITION_LOCK})`;
/** Partitions are created this many months beyond the last one that new entries need. */
const MONTHS_AHEAD = 3;
/** Creating a partition moves its entries out of the default partition. */
const CREATE_OPTIONS: StatementOptions = { timeoutMs: 60_000 };

const monthOf = (date: string): string => `date_trunc('month', ${date})::date`;
/** Whether a month has no partition yet. */
const IS_MISSING = `to_regclass(to_char(month, '"log_entry_"YYYY_MM')) IS NULL`;

/** Months that new entries of any domain need, or of which the default partition contains entries. */
const LIST_MISSING = `
  WITH RECURSIVE period (days) AS (
    SELECT min(days) FROM log_retention
    UNION ALL
    SELECT (SELECT min(days) FROM log_retention WHERE days > period.days) FROM period WHERE days IS NOT NULL
  ), wanted AS (
    SELECT (${monthOf(`${TODAY} + days`)} + ahead * interval '1 month')::date AS month
    FROM (SELECT days FROM period WHERE days IS NOT NULL UNION SELECT ${DEFAULT_AUDIT_LOG_RETENTION.days}) AS used, generate_series(0, ${MONTHS_AHEAD}) AS ahead
    UNION
    SELECT ${monthOf('removed_from')} FROM log_entry_default
  )
  SELECT month::text FROM wanted WHERE ${IS_MISSING} ORDER BY month`;

/**
 * Up to $3 entries of the domain $1 after the sequence number $2, and their removal date with a retention of $4 days: today if that date
 * has passed.
 */
const BATCH = `
  SELECT id, sequence, removed_from, due, greatest(due, ${TODAY}) AS target
  FROM (SELECT *, (at AT TIME ZONE 'UTC')::date + $4::integer AS due FROM log_entry WHERE domain_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3) AS entry`;
/** Entries of an expired month are not kept longer. */
const IS_MISPLACED = `${monthOf('removed_from')} <> ${monthOf('target')} AND greatest(removed_from, due) > ${TODAY}`;

const LIST_MISSING_OF_BATCH = `
  SELECT month::text FROM (SELECT DISTINCT ${monthOf('target')} AS month FROM (${BATCH}) AS entry WHERE ${IS_MISPLACED}) AS wanted
  WHERE ${IS_MISSING} ORDER BY month`;

const PLACE = `
  WITH batch AS MATERIALIZED (${BATCH}), misplaced AS (
    SELECT * FROM batch WHERE ${IS_MISPLACED}
  ), moved AS (
    UPDATE log_entry AS entry SET removed_from = misplaced.target FROM misplaced
    WHERE entry.domain_id = $1 AND entry.id = misplaced.id AND entry.removed_from = misplaced.removed_from RETURNING 1
  )
  SELECT (SELECT count(*) FROM moved)::integer AS moved, max(sequence)::text AS last FROM batch`;

/** A part of the log of a domain whose retention has changed. */
export interface PlacementBatch {
  domainId: string;
  /** The new retention. */
  days: number;
  /** The sequence number before its first entry. */
  after: string;
  limit: number;
}

/** The log partitions: one for each month from which entries may be removed, and a default one for other entries. */
@Injectable()
export class AuditLogPartitionRepository {
  constructor(private readonly database: Database) {}

  /** Prevents other processes from changing partitions until the transaction ends. @returns false if another one is doing so */
  async tryLock(): Promise<boolean> {
    const [row]: { locked: boolean }[] = await this.database.manager.query(`SELECT ${TRY_LOCK} AS locked`);
    return row!.locked;
  }

  /** The first days of required months without a partition. */
  async listMissing(): Promise<string[]> {
    const rows: { month: string }[] = await this.database.manager.query(LIST_MISSING);
    return rows.map(({ month }) => month);
  }

  /** The same for a batch of entries that must be moved. */
  async listMissingOf({ domainId, days, after, limit }: PlacementBatch): Promise<string[]> {
    const rows: { month: string }[] = await this.database.manager.query(LIST_MISSING_OF_BATCH, [domainId, after, limit, days]);
    return rows.map(({ month }) => month);
  }

  /**
   * Creates the partition of a month if there is none, with its entries from the default partition.
   *
   * @returns false if another process is changing partitions
   */
  async create(month: string): Promise<boolean> {
    const created = await this.database.runLongStatement(CREATE_OPTIONS, `SELECT create_log_partition($1::date) WHERE ${TRY_LOCK}`, [
      month,
    ]);
    return created.length > 0;
  }

  /** Domains whose entries may be in partitions that do not match their retention. */
  listUnplaced(): Promise<{ domainId: string; days: number }[]> {
    return this.database.manager.query(
      'SELECT domain_id AS "domainId", days FROM log_retention WHERE placed_until IS NOT NULL ORDER BY domain_id LIMIT 100',
    );
  }

  /**
   * Moves the chained entries of a batch to the partitions of their retention.
   *
   * @returns the sequence number of the last one; null if there is none
   */
  async place({ domainId, days, after, limit }: PlacementBatch): Promise<{ moved: number; last: string | null }> {
    const [batch]: [{ moved: number; last: string | null }] = await this.database.manager.query(PLACE, [domainId, after, limit, days]);
    return batch;
  }

  /** Records that all entries are in their partitions, unless the retention has changed, or older transactions may still write entries. */
  async finishPlacing(domainId: string, days: number): Promise<void> {
    await this.database.manager.query(
      `UPDATE log_retention SET placed_until = NULL WHERE domain_id = $1 AND days = $2 AND placed_until < now()
         AND NOT EXISTS (SELECT FROM log_entry AS entry WHERE entry.domain_id = $1 AND sequence IS NULL AND at < placed_until)`,
      [domainId, days],
    );
  }
}
