import type { Database } from './database.js';

/** Slots that are looked at before the domain counts as full. If it has no more than these, all are looked at. */
const PROBES = 64;
/** How often somebody tries who loses the race for a slot that was free. */
const MAX_ATTEMPTS = 10;

/**
 * Rows that anybody can make, without having shown who they are. Each has a slot in its domain, a number below the limit, and a unique index
 * on domain and slot: however many requests come at once, there are never more rows than slots. There is no count that all of them would
 * have to wait for.
 */
export interface SlottedRows {
  table: string;
  /** SQL: which rows of the table share the slots. */
  among: string;
  /** SQL: which of them may be removed to make room, and in which order. Needs an index that begins with the domain. */
  evictable: string;
  order: string;
  /** The columns of a row but the domain, and SQL for their values from $3 on. */
  columns: string;
  values: string;
}

/**
 * A statement that makes a row in a free slot; if there is none, in that of the oldest row, which it removes. $1: domain id, $2: the limit.
 * Of two that find the same free slot one makes no row.
 */
function insertIntoSlot({ table, among, evictable, order, columns, values }: SlottedRows): string {
  return `
    WITH probe AS MATERIALIZED (
      SELECT CASE WHEN $2::integer <= ${PROBES} THEN n ELSE floor(random() * $2::integer)::integer END AS slot
      FROM generate_series(0, least($2::integer, ${PROBES}) - 1) AS n ORDER BY random()
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

/** Makes rows that have slots. */
export class Slots {
  private readonly statement: string;

  constructor(
    private readonly database: Database,
    rows: SlottedRows,
  ) {
    this.statement = insertIntoSlot(rows);
  }

  /**
   * Makes a row, and removes the oldest that may go if there are as many as there may be.
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
