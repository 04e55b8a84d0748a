import type { Database } from './connection/database.js';
import { isStorable } from './storable-text.js';

const MAX_INTEGER = 2_147_483_647;

/** Selects a part of a list. */
export interface KeyListQuery {
  /** A part of the key, or of what else the source matches, ignoring case; null for all. */
  search: string | null;
  /** Null: all. */
  limit: number | null;
  offset: number;
}

/** The keys of a part of a list, in its order. The rows are read by their keys, a few at a time, however long the list is. */
export interface KeyList {
  keys: string[];
  /** The length of the whole list. */
  total: number;
}

/** The source of the keys. All parts are SQL. */
export interface KeySource {
  table: string;
  key: string;
  /** The condition, with the owner as $1. */
  where: string;
  /** What a search, in lower case as $2, finds besides a part of the key. */
  alsoMatches?: string;
}

/** Lists keys, oldest first. @param source.among only these keys; null for all */
export async function listKeys(
  database: Database,
  { search, limit, offset }: KeyListQuery,
  source: KeySource & { owner: string; among?: readonly string[] | null },
): Promise<KeyList> {
  if (search !== null && !isStorable(search)) return { keys: [], total: 0 };
  const { owner, table, key, where, alsoMatches = 'false', among = null } = source;
  const last = limit === null ? MAX_INTEGER : offset + limit;
  // Counts and sorts in one scan, of an index alone where the list is long. Keys are ASCII: "C" spares each of them the tables of a locale.
  const [row]: KeyList[] = await database.manager.query(
    `SELECT count(*)::integer AS total, coalesce((array_agg(${key} ORDER BY created_at, ${key}))[$3::integer:$4::integer], '{}') AS keys
     FROM ${table} WHERE ${where} AND ($2::text IS NULL OR strpos(lower(${key} COLLATE "C"), $2) > 0 OR ${alsoMatches})
       AND ($5::text[] IS NULL OR ${key} = ANY ($5))`,
    [owner, search?.toLowerCase() ?? null, Math.min(offset + 1, MAX_INTEGER), Math.min(last, MAX_INTEGER), among],
  );
  return row!;
}
