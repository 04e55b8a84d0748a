import type { Database } from './database.js';

/** Slots that are looked at before the domain counts as full. If it has no more than these, all are looked at. */
const PROBES = 64;
/** How often somebody tries who always loses the race for a slot. */
const MAX_ATTEMPTS = 20;

/**
 * Rows that anybody can make, without having shown who they are. Each has a slot in its domain, a number below the limit, and a unique index
 * on domain and slot: however many requests come at once, there are never more rows than slots. There is no count that all of them would
 * have to wait for.
 */
export interface SlottedRows {
  table: string;
  /** SQL: which rows of the table share the slots. True for all, if it has nothing else. */
  among: string;
  /** SQL: which of them may be removed to make room, and in which order. Needs an index that begins with the domain. */
  evictable: string;
  order: string;
}

/** A statement that finds a slot, if need be that of the oldest row, which it removes. $1: domain id, $2: the limit. */
function takeSlot({ table, among, evictable, order }: SlottedRows): string {
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
    ) SELECT slot FROM free UNION ALL SELECT slot FROM evicted`;
}

/** Puts rows into slots. */
export class Slots {
  private readonly statement: string;

  constructor(
    private readonly database: Database,
    rows: SlottedRows,
  ) {
    this.statement = takeSlot(rows);
  }

  /**
   * Makes a row, and removes the oldest that may go if there are as many as there may be.
   *
   * @param limit of the domain
   * @param makeRow makes the row with a slot, unless there is one in it. @returns how many rows were made
   * @returns false if there is no room
   */
  async insert({ domainId, limit }: { domainId: string; limit: number }, makeRow: (slot: number) => Promise<number>): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const [found]: { slot: number }[] = await this.database.manager.query(this.statement, [domainId, limit]);
      if (!found) return false;
      if ((await makeRow(found.slot)) > 0) return true;
    }
    return false;
  }
}
