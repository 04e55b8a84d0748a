import type { Database } from './connection/database.js';

/** The number of slots that a request probes before the domain counts as full. A limit up to this number is probed completely. */
const MAX_PROBED_SLOTS = 64;
/** The number of attempts of a request that loses races for free slots. */
const MAX_ATTEMPTS = 10;

/**
 * A table whose rows unauthenticated requests create. Each row has a slot in its domain: a number below the limit, under a unique index.
 * Concurrent requests therefore never create more rows than slots, and do not wait for each other as they would for a counter.
 */
export interface BoundedRowsOptions {
  table: string;
  /** SQL condition for the rows that share the slots. */
  among: string;
  /** SQL condition and order of the rows that may be evicted. Needs an index that begins with the domain. */
  evictable: string;
  order: string;
  /** The other columns of a row, and SQL for their values from $3 on. */
  columns: string;
  values: string;
}

/**
 * A statement that inserts a row in a free slot. If no slot is free, it deletes the first evictable row and takes its slot. If another
 * request takes the same free slot, it inserts nothing. $1: domain id, $2: the limit.
 */
function insertIntoSlot({ table, among, evictable, order, columns, values }: BoundedRowsOptions): string {
  // control: requests at a full domain evict a row each
  return `
    WITH probe AS MATERIALIZED (
      SELECT CASE WHEN $2::integer <= ${MAX_PROBED_SLOTS} THEN n ELSE floor(random() * $2::integer)::integer END AS slot
      FROM generate_series(0, least($2::integer, ${MAX_PROBED_SLOTS}) - 1) AS n ORDER BY random()
    ), free AS MATERIALIZED (
      SELECT slot FROM probe
      WHERE (SELECT true FROM ${table} AS taken WHERE taken.domain_id = $1 AND ${among} AND taken.slot = probe.slot LIMIT 1) IS NULL LIMIT 1
    ), evicted AS (
      DELETE FROM ${table} WHERE NOT EXISTS (SELECT FROM free) AND ctid = (
        SELECT ctid FROM ${table} WHERE domain_id = $1 AND ${among} AND slot < $2::integer AND ${evictable}
        ORDER BY ${order} LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING slot
    ), chosen AS (SELECT slot FROM free UNION ALL SELECT slot FROM evicted
    ), made AS (
      INSERT INTO ${table} (domain_id, slot, ${columns}) SELECT $1, chosen.slot, ${values} FROM chosen ON CONFLICT DO NOTHING RETURNING slot
    ) SELECT EXISTS (SELECT FROM chosen) AS found, EXISTS (SELECT FROM made) AS made`;
}

/** Inserts rows with slots. */
export class BoundedRows {
  private readonly statement: string;

  constructor(
    private readonly database: Database,
    rows: BoundedRowsOptions,
  ) {
    this.statement = insertIntoSlot(rows);
  }

  /**
   * Inserts a row. If the domain is at its limit, the first evictable row is deleted.
   *
   * @param limit of the domain
   * @returns false if there is no room
   */
  async insert({ domainId, limit }: { domainId: string; limit: number }, values: readonly unknown[]): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const [row]: { found: boolean; made: boolean }[] = await this.database.manager.query(this.statement, [domainId, limit, ...values]);
      if (row!.made || !row!.found) return row!.made;
    }
    return false;
  }
}
