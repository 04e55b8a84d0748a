import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { LIST_UNCHAINED, type UnchainedEntry } from './unchained-entries.js';

/** The end of a domain's chain, and its last checkpoint. Hashes are in hexadecimal. */
export interface HeadState {
  domainId: string;
  /** The number of chained entries. */
  sequence: number;
  /** The hash of the last entry; null before the first one. */
  hash: string | null;
  checkpointSequence: number;
  /** The hash of the last checkpoint; null before the first one. */
  checkpointHash: string | null;
}

export type AuthenticatedHead = HeadState & { mac: Buffer };

/** A head as it is stored, possibly altered. */
export type ChainHead = HeadState & {
  mac: Buffer | null;
  /** Whether the log has entries beyond the head. */
  hasLaterEntries: boolean;
};

/** The position that an entry gets. */
export interface ChainLink {
  domainId: string;
  id: string;
  /** The date that determines its partition. */
  removedFrom: string;
  sequence: number;
  hash: string;
  previousHash: string;
}

/** A chain with a due checkpoint. */
export type CheckpointTarget = ChainHead & { hash: string; domain: string };

export interface StoredCheckpoint {
  sequence: number;
  jws: string;
}

export type NewCheckpoint = StoredCheckpoint & AuthenticatedHead;

/** The number of entries after which a checkpoint is due immediately; otherwise it is due a minute after the first entry. */
const CHECKPOINT_ENTRIES = 1_000;

const HEAD_COLUMNS = `
  chain.domain_id AS "domainId", chain.sequence::double precision AS sequence, encode(chain.hash, 'hex') AS hash,
  chain.checkpoint_sequence::double precision AS "checkpointSequence", encode(chain.checkpoint_hash, 'hex') AS "checkpointHash", chain.mac,
  EXISTS (SELECT FROM log_entry WHERE log_entry.domain_id = chain.domain_id AND log_entry.sequence > chain.sequence) AS "hasLaterEntries"`;

/** Whether any part of the chain of the table `domain` remains. */
const HAS_CHAIN = `(
  EXISTS (SELECT FROM log_entry WHERE log_entry.domain_id = domain.id AND sequence IS NOT NULL)
  OR EXISTS (SELECT FROM log_checkpoint WHERE log_checkpoint.domain_id = domain.id)
  OR EXISTS (SELECT FROM log_removal WHERE log_removal.domain_id = domain.id))`;

/** Finds each domain with one index search, however many entries it has. */
const LIST_DOMAINS = `
  WITH RECURSIVE pending AS (
    (SELECT domain_id FROM log_entry WHERE sequence IS NULL AND domain_id > $1 ORDER BY domain_id LIMIT 1)
    UNION ALL
    SELECT (SELECT entry.domain_id FROM log_entry AS entry WHERE entry.sequence IS NULL AND entry.domain_id > pending.domain_id
            ORDER BY entry.domain_id LIMIT 1)
    FROM pending WHERE pending.domain_id IS NOT NULL
  )
  SELECT domain_id AS "domainId" FROM pending WHERE domain_id IS NOT NULL LIMIT $2`;

/** Heads as a table: see toColumns. */
const HEAD_ROWS = `unnest($1::uuid[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bytea[])
  AS head (domain_id, sequence, hash, checkpoint_sequence, checkpoint_hash, mac)`;
const ASSIGN_HEAD = `sequence = head.sequence, hash = decode(head.hash, 'hex'), checkpoint_sequence = head.checkpoint_sequence,
  checkpoint_hash = decode(head.checkpoint_hash, 'hex'), mac = head.mac`;

/**
 * The chains of domains. A process that extends a chain locks its head, so that only one does so at a time. The deletion of a domain
 * removes the head before the entries, and a domain in deletion gets no new one, so no entry is chained during the deletion.
 */
@Injectable()
export class AuditLogChainRepository {
  constructor(private readonly database: Database) {}

  /** Domains with unchained entries, sorted by id. @param after the last one of the previous page */
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

  /** Starts missing chains of domains in the current transaction. A domain that has lost its head gets no new one. */
  async createHeads(heads: readonly { domainId: string; mac: Buffer }[]): Promise<void> {
    // control: no chain of a log begins for a domain that is being deleted
    await this.database.manager.query(
      `INSERT INTO log_chain (domain_id, mac)
       SELECT id, head.mac FROM domain JOIN unnest($1::uuid[], $2::bytea[]) AS head (domain_id, mac) ON head.domain_id = id
       WHERE status NOT IN ('deleting', 'importing') AND NOT EXISTS (SELECT FROM log_chain WHERE log_chain.domain_id = domain.id) AND NOT ${HAS_CHAIN}
       ORDER BY id FOR SHARE OF domain ON CONFLICT DO NOTHING`,
      [heads.map(({ domainId }) => domainId), heads.map(({ mac }) => mac)],
    );
  }

  /** The domains among these that have lost the head of their chain. */
  async listWithoutHead(domainIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(
      `SELECT id FROM domain WHERE id = ANY ($1::uuid[]) AND status NOT IN ('deleting', 'importing')
         AND NOT EXISTS (SELECT FROM log_chain WHERE log_chain.domain_id = domain.id) AND ${HAS_CHAIN}`,
      [domainIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks the heads of chains until the transaction ends. @param wait whether to wait for another process's lock, or to skip that chain */
  lockHeads(domainIds: readonly string[], wait: boolean): Promise<ChainHead[]> {
    // control: a chain of the log is continued by one worker
    return this.database.manager.query(
      `SELECT ${HEAD_COLUMNS} FROM log_chain AS chain WHERE domain_id = ANY ($1::uuid[])
       ORDER BY domain_id FOR UPDATE ${wait ? '' : 'SKIP LOCKED'}`,
      [domainIds],
    );
  }

  /**
   * The oldest unchained entries of domains, sorted by id. If entries are large there are fewer, but always the first one of each domain.
   *
   * @param limit for each domain
   */
  listUnchained(domainIds: readonly string[], limit: number): Promise<UnchainedEntry[]> {
    return this.database.manager.query(LIST_UNCHAINED, [domainIds, limit]);
  }

  /**
   * Chains entries, and moves the heads of their chains, which the caller has locked.
   *
   * @throws Error if an entry does not exist
   */
  async append(links: readonly ChainLink[], heads: readonly AuthenticatedHead[]): Promise<void> {
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
    if (chained !== links.length) throw new Error(`${links.length} entries should have been chained, but ${chained} existed`);
    await this.database.manager.query(
      `UPDATE log_chain AS chain SET ${ASSIGN_HEAD}, checkpoint_due_at = CASE
         WHEN head.sequence - chain.checkpoint_sequence >= ${CHECKPOINT_ENTRIES} THEN now()
         ELSE coalesce(chain.checkpoint_due_at, now() + interval '1 minute') END
       FROM ${HEAD_ROWS} WHERE chain.domain_id = head.domain_id`,
      toColumns(heads),
    );
  }

  /** Stores heads that the caller has locked. */
  async storeHeads(heads: readonly AuthenticatedHead[]): Promise<void> {
    await this.database.manager.query(
      `UPDATE log_chain AS chain SET ${ASSIGN_HEAD} FROM ${HEAD_ROWS} WHERE chain.domain_id = head.domain_id`,
      toColumns(heads),
    );
  }

  /** Stores the head of a domain, which may have none. A checkpoint becomes due. */
  async replaceHead(head: AuthenticatedHead): Promise<void> {
    await this.database.manager.query('INSERT INTO log_chain (domain_id) VALUES ($1) ON CONFLICT DO NOTHING', [head.domainId]);
    await this.storeHeads([head]);
    await this.database.manager.query(
      'UPDATE log_chain SET checkpoint_due_at = now() WHERE domain_id = $1 AND sequence > checkpoint_sequence',
      [head.domainId],
    );
  }

  /** The last entry of a domain's chain, if there is one. */
  listLastEntry(domainId: string): Promise<{ sequence: number; hash: string }[]> {
    return this.database.manager.query(
      `SELECT sequence::double precision AS sequence, encode(hash, 'hex') AS hash FROM log_entry
       WHERE domain_id = $1 AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
      [domainId],
    );
  }

  /** The heads of these domains, without a lock. */
  listByDomain(domainIds: readonly string[]): Promise<ChainHead[]> {
    return this.database.manager.query(`SELECT ${HEAD_COLUMNS} FROM log_chain AS chain WHERE domain_id = ANY ($1::uuid[])`, [domainIds]);
  }

  /** Heads, sorted by domain. @param after the last domain of the previous page */
  listHeads(after: string, limit: number): Promise<ChainHead[]> {
    return this.database.manager.query(`SELECT ${HEAD_COLUMNS} FROM log_chain AS chain WHERE domain_id > $1 ORDER BY domain_id LIMIT $2`, [
      after,
      limit,
    ]);
  }

  /** The last checkpoint of each of these domains. */
  listLastCheckpoints(domainIds: readonly string[]): Promise<(StoredCheckpoint & { domainId: string })[]> {
    return this.database.manager.query(
      `SELECT wanted.domain_id AS "domainId", last.sequence::double precision AS sequence, last.jws
       FROM unnest($1::uuid[]) AS wanted (domain_id) CROSS JOIN LATERAL (
         SELECT sequence, jws FROM log_checkpoint WHERE log_checkpoint.domain_id = wanted.domain_id ORDER BY sequence DESC LIMIT 1
       ) AS last`,
      [domainIds],
    );
  }

  /** Cancels checkpoints of chains that have not grown since their last one. */
  async cancelCheckpoints(domainIds: readonly string[]): Promise<void> {
    await this.database.manager.query('UPDATE log_chain SET checkpoint_due_at = NULL WHERE domain_id = ANY ($1::uuid[])', [domainIds]);
  }

  /** Postpones due checkpoints of these chains by a minute. */
  async postponeCheckpoints(domainIds: readonly string[]): Promise<void> {
    await this.database.manager.query(
      `UPDATE log_chain SET checkpoint_due_at = now() + interval '1 minute' WHERE domain_id = ANY ($1::uuid[])`,
      [domainIds],
    );
  }

  async find(domainId: string): Promise<ChainHead | null> {
    const [head] = await this.listByDomain([domainId]);
    return head ?? null;
  }

  /** Locks chains with due checkpoints until the transaction ends. @param domainIds null for all domains */
  lockDue(limit: number, domainIds: readonly string[] | null = null): Promise<CheckpointTarget[]> {
    // control: a checkpoint of a log is made by one worker
    return this.database.manager.query(
      `SELECT ${HEAD_COLUMNS}, domain.name AS domain FROM log_chain AS chain JOIN domain ON domain.id = chain.domain_id
       WHERE chain.checkpoint_due_at <= now() AND ($2::uuid[] IS NULL OR chain.domain_id = ANY ($2)) ORDER BY chain.checkpoint_due_at LIMIT $1 FOR UPDATE OF chain SKIP LOCKED`,
      [limit, domainIds],
    );
  }

  /** Stores checkpoints of chains that the caller has locked, with their heads. */
  async createCheckpoints(checkpoints: readonly NewCheckpoint[]): Promise<void> {
    await this.database.manager.query(
      `INSERT INTO log_checkpoint (domain_id, sequence, jws) SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[]) ON CONFLICT DO NOTHING`,
      [checkpoints.map(({ domainId }) => domainId), checkpoints.map(({ sequence }) => sequence), checkpoints.map(({ jws }) => jws)],
    );
    await this.database.manager.query(
      `UPDATE log_chain AS chain SET ${ASSIGN_HEAD}, checkpoint_due_at = NULL FROM ${HEAD_ROWS} WHERE chain.domain_id = head.domain_id`,
      toColumns(checkpoints),
    );
  }

  /** Checkpoints of a domain by their sequence numbers. */
  findCheckpoints(domainId: string, sequences: readonly string[]): Promise<(StoredCheckpoint & { createdAt: Date })[]> {
    return this.database.manager.query(
      `SELECT sequence::double precision AS sequence, jws, created_at AS "createdAt" FROM log_checkpoint WHERE domain_id = $1 AND sequence = ANY ($2::bigint[])`,
      [domainId, sequences],
    );
  }

  /** The checkpoints of a domain, oldest first. */
  listCheckpoints(domainId: string): Promise<StoredCheckpoint[]> {
    return this.database.manager.query(
      'SELECT sequence::double precision AS sequence, jws FROM log_checkpoint WHERE domain_id = $1 ORDER BY sequence',
      [domainId],
    );
  }
}

function toColumns(heads: readonly AuthenticatedHead[]): unknown[] {
  return [
    heads.map(({ domainId }) => domainId),
    heads.map(({ sequence }) => sequence),
    heads.map(({ hash }) => hash),
    heads.map(({ checkpointSequence }) => checkpointSequence),
    heads.map(({ checkpointHash }) => checkpointHash),
    heads.map(({ mac }) => mac),
  ];
}
