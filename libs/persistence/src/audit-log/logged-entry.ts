import type { AuditLogActor } from './audit-log.repository.js';
import { selectSub } from '../user-id.js';

/** The content of an entry, which its hash covers in addition to its position in the chain. */
export interface LoggedEntry {
  type: string;
  /** RFC 3339 in UTC, accurate to the microsecond. */
  time: string;
  actor: AuditLogActor;
  /** The `sub` of the user that the entry is about. */
  user: string | null;
  /** The id of the client that the entry is about. */
  client: string | null;
  data: Readonly<Record<string, unknown>>;
  requestId: string | null;
  traceId: string | null;
}

/** An entry in the chain of its domain. The hashes are in hexadecimal. */
export interface ChainedEntry extends LoggedEntry {
  sequence: number;
  hash: string;
  previousHash: string;
}

/** The columns of a LoggedEntry, of the table `entry`. */
export const LOGGED_ENTRY_COLUMNS = `
  entry.type, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time,
  jsonb_build_object('type', entry.actor_type, 'id', entry.actor_id, 'name', entry.actor_name) AS actor,
  ${selectSub('entry')} AS user, entry.client_id AS client, entry.data, entry.request_id AS "requestId", entry.trace_id AS "traceId"`;

/** The columns of a ChainedEntry. */
export const CHAINED_ENTRY_COLUMNS = `
  entry.sequence::double precision AS sequence, ${LOGGED_ENTRY_COLUMNS},
  encode(entry.hash, 'hex') AS hash, encode(entry.previous_hash, 'hex') AS "previousHash"`;
