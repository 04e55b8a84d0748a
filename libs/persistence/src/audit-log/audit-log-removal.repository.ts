import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { CHAINED_ENTRY_COLUMNS, type ChainedEntry } from './logged-entry.js';
import { DEFAULT_AUDIT_LOG_RETENTION, TODAY } from '../audit-log-retention.js';

/** An entry of a partition at which a run of consecutive entries begins or ends. */
export interface RunBoundary {
  domainId: string;
  /** The domain's name. */
  domain: string;
  sequence: number;
  hash: string;
  previousHash: string;
  /** RFC 3339, in UTC. */
  time: string;
  begins: boolean;
  ends: boolean;
}

/** Entries of a partition, in the order of domains and their chains. */
export interface RunPage {
  boundaries: RunBoundary[];
  /** The last entry; null after the end. */
  last: { domainId: string; sequence: string } | null;
  /** Whether an entry must be kept, because the retention of its domain has become longer. */
  hasUndue: boolean;
}

export interface NewRemoval {
  domainId: string;
  firstSequence: number;
  jws: string;
}

/** Names consist of `log_entry_` and the month. */
const LIST_EXPIRED = `
  SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'log_entry'::regclass AND relname ~ '^log_entry_\\d{4}_\\d{2}$'
    AND to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= ${TODAY} ORDER BY relname`;

/** For example a backup: a lock that waits for it blocks everyone else. */
const IS_BLOCKED = `
  SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE relation IN ($1::regclass, 'log_entry'::regclass) AND granted AND pid <> pg_backend_pid() AND xact_start < clock_timestamp() - interval '1 second'
      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) AS blocked`;

/** Statements about one partition, whose name does not come from a user. */
const listRuns = (partition: string): string => `
  WITH page AS MATERIALIZED (
    SELECT entry.domain_id, sequence, hash, previous_hash, at FROM ${partition} AS entry
    WHERE sequence IS NOT NULL AND (entry.domain_id, sequence) > ($1::uuid, $2::bigint) ORDER BY entry.domain_id, sequence LIMIT $3
  ), neighbours AS (
    SELECT *, lag(sequence) OVER chain AS sequence_before, lag(hash) OVER chain AS hash_before, lead(sequence) OVER chain AS sequence_after,
           lead(previous_hash) OVER chain AS previous_hash_after
    FROM page WINDOW chain AS (PARTITION BY domain_id ORDER BY sequence)
  ), marked AS (
    SELECT *, (sequence_before = sequence - 1 AND hash_before = previous_hash) IS NOT TRUE AS begins,
           (sequence_after = sequence + 1 AND previous_hash_after = hash) IS NOT TRUE AS ends
    FROM neighbours
  )
  SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('domainId', marked.domain_id, 'domain', domain.name, 'sequence', sequence, 'hash', encode(hash, 'hex'),
            'previousHash', encode(previous_hash, 'hex'), 'begins', begins, 'ends', ends,
            'time', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) ORDER BY marked.domain_id, sequence), '[]')
          FROM marked JOIN domain ON domain.id = marked.domain_id WHERE begins OR ends) AS boundaries,
         (SELECT jsonb_build_object('domainId', domain_id, 'sequence', sequence::text) FROM page ORDER BY domain_id DESC, sequence DESC LIMIT 1) AS last,
         EXISTS (SELECT FROM page LEFT JOIN log_retention USING (domain_id)
                 WHERE (at AT TIME ZONE 'UTC')::date + coalesce(days, ${DEFAULT_AUDIT_LOG_RETENTION.days}) > ${TODAY}) AS "hasUndue"`;

/** How long a drop waits for its lock, because statements for the log wait behind it. */
const DROP_LOCK_TIMEOUT_MS = 500;

/** The removal of entries by dropping partitions whose month has ended, and the records of it. */
@Injectable()
export class AuditLogRemovalRepository {
  constructor(private readonly database: Database) {}

  /** Partitions whose entries must all be removed, oldest first. */
  async listExpired(): Promise<string[]> {
    const rows: { name: string }[] = await this.database.manager.query(LIST_EXPIRED);
    return rows.map(({ name }) => name);
  }

  /** Whether a transaction that is older than a second has a lock on the log. */
  async isBlocked(partition: string): Promise<boolean> {
    const [row]: { blocked: boolean }[] = await this.database.manager.query(IS_BLOCKED, [partition]);
    return row!.blocked;
  }

  async hasUnchained(partition: string): Promise<boolean> {
    const [row]: { unchained: boolean }[] = await this.database.manager.query(
      `SELECT EXISTS (SELECT FROM ${partition} WHERE sequence IS NULL) AS unchained`,
    );
    return row!.unchained;
  }

  /** Where runs begin and end among the entries after a given one. Each page begins and ends runs, even if they continue. */
  async listRuns(partition: string, after: { domainId: string; sequence: string }, limit: number): Promise<RunPage> {
    const [page]: [RunPage] = await this.database.manager.query(listRuns(partition), [after.domainId, after.sequence, limit]);
    return page;
  }

  /** Entries of a partition, by domain and sequence number. */
  listEntries(
    partition: string,
    keys: readonly { domainId: string; sequence: number }[],
  ): Promise<(ChainedEntry & { domainId: string })[]> {
    return this.database.manager.query(
      `SELECT entry.domain_id AS "domainId", ${CHAINED_ENTRY_COLUMNS} FROM ${partition} AS entry
       WHERE (entry.domain_id, entry.sequence) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[])) AND entry.sequence IS NOT NULL`,
      [keys.map(({ domainId }) => domainId), keys.map(({ sequence }) => sequence)],
    );
  }

  /** Stores records, except those of domains in deletion. */
  async create(removals: readonly NewRemoval[]): Promise<void> {
    await this.database.manager.query(
      `INSERT INTO log_removal (domain_id, first_sequence, jws)
       SELECT removal.* FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS removal (domain_id, first_sequence, jws)
         JOIN domain ON domain.id = removal.domain_id AND domain.status <> 'deleting'`,
      [removals.map(({ domainId }) => domainId), removals.map(({ firstSequence }) => firstSequence), removals.map(({ jws }) => jws)],
    );
  }

  /** Removes a partition with its entries. @throws Error if the log's lock was not granted in time; the transaction can continue */
  async drop(partition: string): Promise<void> {
    await this.database.manager.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = ${DROP_LOCK_TIMEOUT_MS}`);
      await manager.query(`DROP TABLE ${partition}`);
    });
  }

  /** Prevents dropping partitions until the transaction ends. */
  async keepPartitions(): Promise<void> {
    await this.database.manager.query('LOCK TABLE log_entry IN ACCESS SHARE MODE');
  }

  /** The records of a domain, oldest entries first. */
  list(domainId: string): Promise<{ firstSequence: number; jws: string }[]> {
    return this.database.manager.query(
      'SELECT first_sequence::double precision AS "firstSequence", jws FROM log_removal WHERE domain_id = $1 ORDER BY first_sequence',
      [domainId],
    );
  }
}
