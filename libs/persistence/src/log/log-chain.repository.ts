import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { LOGGED_ENTRY_COLUMNS, type LoggedEntry } from './logged-entry.js';

/** Where the chain of a domain ends. */
export interface ChainHead {
  domainId: string;
  /** The number of chained entries. */
  sequence: number;
  /** The hash of the last one, in hexadecimal; null before the first one. */
  hash: string | null;
  checkpointSequence: number;
}

/** An entry that is not chained yet. */
export type UnchainedEntry = LoggedEntry & { domainId: string; id: string; removedFrom: string };

/** The place that an entry gets. */
export interface ChainLink {
  domainId: string;
  id: string;
  /** The date that tells its partition. */
  removedFrom: string;
  sequence: number;
  hash: string;
  previousHash: string;
}

/** A chain of which a checkpoint is due. */
export type CheckpointTarget = ChainHead & { hash: string; domain: string };

/** Entries after which a checkpoint is due immediately; otherwise it is due a minute after the first entry. */
const CHECKPOINT_ENTRIES = 1_000;

const HEAD_COLUMNS = `
  chain.domain_id AS "domainId", chain.sequence::double precision AS sequence, encode(chain.hash, 'hex') AS hash,
  chain.checkpoint_sequence::double precision AS "checkpointSequence"`;

/** Finds each domain by a search of the index, however many entries each of them has. */
const LIST_DOMAINS = `
  WITH RECURSIVE pending AS (
    (SELECT domain_id FROM log_entry WHERE sequence IS NULL AND domain_id > $1 ORDER BY domain_id LIMIT 1)
    UNION ALL
    SELECT (SELECT entry.domain_id FROM log_entry AS entry WHERE entry.sequence IS NULL AND entry.domain_id > pending.domain_id
            ORDER BY entry.domain_id LIMIT 1)
    FROM pending WHERE pending.domain_id IS NOT NULL
  )
  SELECT domain_id AS "domainId" FROM pending WHERE domain_id IS NOT NULL LIMIT $2`;

/** What sweepers have not done yet. */
export interface ChainLag {
  /** Entries that are not chained: MAX_COUNTED at most. */
  entries: number;
  /** The age of the oldest of them, in seconds; 0 without one. */
  seconds: number;
  /** For how many seconds the oldest checkpoint has been due; 0 if none is. */
  checkpointSeconds: number;
}

/** Keeps the look at a large backlog cheap. */
const MAX_COUNTED = 100_000;

/** Entries of a domain in deletion are never chained. */
const MEASURE_LAG = `
  SELECT count(*)::integer AS entries, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS seconds,
    coalesce((SELECT extract(epoch FROM now() - checkpoint_due_at) FROM log_chain WHERE checkpoint_due_at <= now()
              ORDER BY checkpoint_due_at LIMIT 1), 0)::float8 AS "checkpointSeconds"
  FROM (SELECT at FROM log_entry WHERE sequence IS NULL AND (SELECT status FROM domain WHERE id = domain_id) <> 'deleting'
        LIMIT ${MAX_COUNTED}) AS unchained`;

/**
 * The chains of domains. A process that extends a chain locks its head, so that one at a time does. The deletion of a domain removes the head
 * before the entries, and a domain in deletion gets no new one: no entry is chained while it is deleted.
 */
@Injectable()
export class LogChainRepository {
  constructor(private readonly database: Database) {}

  /** Domains with entries that are not chained, in the order of their ids. @param after the last one of the page before */
  async listPendingDomains(after: string, limit: number): Promise<string[]> {
    const rows: { domainId: string }[] = await this.database.manager.query(LIST_DOMAINS, [after, limit]);
    return rows.map(({ domainId }) => domainId);
  }

  async hasPending(domainId: string): Promise<boolean> {
    const [row]: [{ pending: boolean }] = await this.database.manager.query(
      'SELECT EXISTS (SELECT FROM log_entry WHERE domain_id = $1 AND sequence IS NULL) AS pending',
      [domainId],
    );
    return row.pending;
  }

  /** Starts the chains of domains that have none, in the transaction under way. */
  async createHeads(domainIds: readonly string[]): Promise<void> {
    await this.database.manager.query(
      `INSERT INTO log_chain (domain_id)
       SELECT id FROM domain WHERE id = ANY ($1::uuid[]) AND status <> 'deleting' AND NOT EXISTS (SELECT FROM log_chain WHERE log_chain.domain_id = domain.id)
       ORDER BY id FOR SHARE OF domain ON CONFLICT DO NOTHING`,
      [domainIds],
    );
  }

  /** Locks the heads of chains until the transaction ends. @param wait whether to wait for the lock of another process, or to leave that chain out */
  lockHeads(domainIds: readonly string[], wait: boolean): Promise<ChainHead[]> {
    return this.database.manager.query(
      `SELECT ${HEAD_COLUMNS} FROM log_chain AS chain WHERE domain_id = ANY ($1::uuid[])
       ORDER BY domain_id FOR UPDATE ${wait ? '' : 'SKIP LOCKED'}`,
      [domainIds],
    );
  }

  /** The oldest entries of domains that are not chained, in the order of their ids. @param limit for each domain */
  listUnchained(domainIds: readonly string[], limit: number): Promise<UnchainedEntry[]> {
    return this.database.manager.query(
      `SELECT entry.domain_id AS "domainId", entry.id, entry.removed_from::text AS "removedFrom", ${LOGGED_ENTRY_COLUMNS}
       FROM unnest($1::uuid[]) AS wanted (domain_id) CROSS JOIN LATERAL (
         SELECT * FROM log_entry WHERE log_entry.domain_id = wanted.domain_id AND sequence IS NULL ORDER BY id LIMIT $2
       ) AS entry ORDER BY entry.domain_id, entry.id`,
      [domainIds, limit],
    );
  }

  /**
   * Chains entries, and moves the heads of their chains, which the caller has locked.
   * @throws Error if an entry is not there
   */
  async append(links: readonly ChainLink[], heads: readonly ChainHead[]): Promise<void> {
    const [, chained]: [unknown[], number] = await this.database.manager.query(
      `UPDATE log_entry AS entry SET sequence = link.sequence, hash = decode(link.hash, 'hex'), previous_hash = decode(link.previous, 'hex')
       FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::date[]) AS link (domain_id, id, sequence, hash, previous, removed_from)
       WHERE entry.domain_id = link.domain_id AND entry.id = link.id AND entry.removed_from = link.removed_from`,
      [
        links.map(({ domainId }) => domainId),
        links.map(({ id }) => id),
        links.map(({ sequence }) => sequence),
        links.map(({ hash }) => hash),
        links.map(({ previousHash }) => previousHash),
        links.map(({ removedFrom }) => removedFrom),
      ],
    );
    if (chained !== links.length) throw new Error(`${links.length} entries were to be chained, and ${chained} were there`);
    await this.database.manager.query(
      `UPDATE log_chain AS chain SET sequence = head.sequence, hash = decode(head.hash, 'hex'), checkpoint_due_at = CASE
         WHEN head.sequence - chain.checkpoint_sequence >= ${CHECKPOINT_ENTRIES} THEN now()
         ELSE coalesce(chain.checkpoint_due_at, now() + interval '1 minute') END
       FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS head (domain_id, sequence, hash) WHERE chain.domain_id = head.domain_id`,
      [heads.map(({ domainId }) => domainId), heads.map(({ sequence }) => sequence), heads.map(({ hash }) => hash)],
    );
  }

  find(domainId: string): Promise<ChainHead | null> {
    return this.database.manager
      .query<ChainHead[]>(`SELECT ${HEAD_COLUMNS} FROM log_chain AS chain WHERE domain_id = $1`, [domainId])
      .then(([head]) => head ?? null);
  }

  /** Locks chains of which a checkpoint is due, until the transaction ends. */
  lockDue(limit: number): Promise<CheckpointTarget[]> {
    return this.database.manager.query(
      `SELECT ${HEAD_COLUMNS}, domain.name AS domain FROM log_chain AS chain JOIN domain ON domain.id = chain.domain_id
       WHERE chain.checkpoint_due_at <= now() ORDER BY chain.checkpoint_due_at LIMIT $1 FOR UPDATE OF chain SKIP LOCKED`,
      [limit],
    );
  }

  /** Stores checkpoints of chains that the caller has locked. */
  async createCheckpoints(checkpoints: readonly { domainId: string; sequence: number; jws: string }[]): Promise<void> {
    const columns = [
      checkpoints.map(({ domainId }) => domainId),
      checkpoints.map(({ sequence }) => sequence),
      checkpoints.map(({ jws }) => jws),
    ];
    await this.database.manager.query(
      `WITH stored AS (
         INSERT INTO log_checkpoint (domain_id, sequence, jws) SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[])
         ON CONFLICT DO NOTHING
       )
       UPDATE log_chain AS chain SET checkpoint_sequence = signed.sequence, checkpoint_due_at = NULL
       FROM unnest($1::uuid[], $2::bigint[]) AS signed (domain_id, sequence) WHERE chain.domain_id = signed.domain_id`,
      columns,
    );
  }

  /** How far the chains of all domains are behind their logs. */
  async measureLag(): Promise<ChainLag> {
    const [lag]: [ChainLag] = await this.database.manager.query(MEASURE_LAG);
    return lag;
  }

  /** The checkpoints of a domain, oldest first. */
  listCheckpoints(domainId: string): Promise<{ sequence: number; jws: string }[]> {
    return this.database.manager.query(
      'SELECT sequence::double precision AS sequence, jws FROM log_checkpoint WHERE domain_id = $1 ORDER BY sequence',
      [domainId],
    );
  }
}
