import { Inject, Injectable } from '@nestjs/common';
import type { EventType } from '@latchkey/events';
import { normalizeSub } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { buildKeyMonth } from './audit-log-key.repository.js';
import { CHAINED_ENTRY_COLUMNS, type ChainedEntry } from './logged-entry.js';
import { PERSONAL_DATA, type PersonalDataEncryption } from '../personal-data.js';
import { ARE_DATA_RETAINED, RETAINED_CONDITIONS } from './retained-entries.js';
import { userIdOf, withUserId } from '../user-id.js';

/** A time accurate to the microsecond, which a Date is not. */
export interface Instant {
  date: Date;
  /** The microseconds since then, less than a second. */
  microseconds: number;
}

/** Selects entries of a domain; null selects all. */
export interface AuditLogFilter {
  /** Entries at or after this time. */
  from: Instant | null;
  /** Entries before this time. */
  to: Instant | null;
  types: readonly EventType[] | null;
  /** The id of an API key, or the `sub` of a user. */
  actor: string | null;
  user: string | null;
  client: string | null;
  requestId: string | null;
  /** Entries after this sequence number. */
  after: string | null;
  /** Entries before this sequence number. */
  before: string | null;
}

/** Selects every entry of a domain. */
export const ALL_ENTRIES: AuditLogFilter = {
  from: null,
  to: null,
  types: null,
  actor: null,
  user: null,
  client: null,
  requestId: null,
  after: null,
  before: null,
};

export interface AuditLogPage {
  order: 'newest-first' | 'oldest-first';
  limit: number;
}

interface Selection extends AuditLogPage {
  /** Whether the statement is planned once per connection. It is then the same for all selections with an order. */
  isPrepared: boolean;
  columns: string;
  conditions: readonly string[];
}

/** Stores a value, and returns the placeholder of its parameter. */
type Bind = (value: unknown) => string;

/** A condition for each property of a filter. */
const CONDITIONS: {
  [Name in Exclude<keyof AuditLogFilter, 'from' | 'to'>]: (
    value: NonNullable<AuditLogFilter[Name]>,
    bind: Bind,
    domainId: string,
  ) => string;
} = {
  types: (types, bind) => `entry.type = ANY (${bind(types)}::text[])`,
  // A user's own entries are about that user, for which there is an index.
  actor: (actor, bind, domainId) =>
    `entry.actor_id = ${bind(normalizeSub(actor))}::text
     AND (entry.actor_type = 'api_key' OR entry.actor_type = 'user' AND entry.sub = ${bind(userIdOf(domainId, actor))}::uuid)`,
  user: (sub, bind, domainId) => `entry.sub = ${bind(userIdOf(domainId, sub))}::uuid`,
  client: (id, bind) => `entry.client_id = ${bind(id)}`,
  requestId: (id, bind) => `entry.request_id = ${bind(id)}`,
  after: (sequence, bind) => `entry.sequence > ${bind(sequence)}::bigint`,
  before: (sequence, bind) => `entry.sequence < ${bind(sequence)}::bigint`,
};
/** Personal data as they are stored, with their user's key. */
interface StoredData {
  encryptedData: Buffer | null;
  key: Buffer | null;
}

const STORED_DATA_COLUMNS = 'entry.encrypted_data AS "encryptedData", log_key.encrypted AS key';
const JOIN_KEY = `LEFT JOIN log_key ON log_key.domain_id = entry.domain_id AND log_key.sub = entry.sub AND entry.encrypted_data IS NOT NULL
  AND log_key.month = ${buildKeyMonth('entry.at')}`;
const RETAINED_DATA_COLUMNS = `CASE WHEN ${ARE_DATA_RETAINED} THEN entry.encrypted_data END AS "encryptedData", log_key.encrypted AS key`;
/** The bound of an unbounded page, by its kind. */
const UNBOUNDED = { before: '9223372036854775807', after: '0' } as const;
/**
 * The maximum size of pages with a prepared statement. Without a constant limit PostgreSQL expects to read a tenth of the log, and plans
 * each time.
 */
const MAX_PREPARED_LIMIT = 1_000;
const TIME_CONDITIONS = { from: '>=', to: '<' } as const;

/** Reads the chained entries of domains. */
@Injectable()
export class AuditLogQueryRepository {
  constructor(
    private readonly database: Database,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalDataEncryption,
  ) {}

  /** All entries that are stored. */
  list(domainId: string, filter: AuditLogFilter, page: AuditLogPage): Promise<ChainedEntry[]> {
    return this.select(domainId, filter, { ...page, isPrepared: false, columns: STORED_DATA_COLUMNS, conditions: [] });
  }

  /** Entries that the domain's retention does not hide. Hidden personal data are replaced by their commitment. */
  listRetained(domainId: string, filter: AuditLogFilter, page: AuditLogPage): Promise<ChainedEntry[]> {
    const bound = page.order === 'newest-first' ? 'before' : 'after';
    // Planning examines each partition, and takes longer than reading a page. With filters, the best plan depends on the values.
    const isPrepared = page.limit <= MAX_PREPARED_LIMIT && Object.values({ ...filter, [bound]: null }).every((value) => value === null);
    const bounded = isPrepared ? { ...filter, [bound]: filter[bound] ?? UNBOUNDED[bound] } : filter;
    return this.select(domainId, bounded, { ...page, isPrepared, columns: RETAINED_DATA_COLUMNS, conditions: RETAINED_CONDITIONS });
  }

  /** Chained entries by their keys, each domain's in the order of its chain, without missing ones. */
  async listByKeys(keys: readonly Pick<KeyedEntry, 'domainId' | 'id'>[]): Promise<KeyedEntry[]> {
    const rows: (KeyedEntry & StoredData)[] = await this.database.manager.query(
      `SELECT entry.domain_id AS "domainId", entry.id, entry.traceparent, ${CHAINED_ENTRY_COLUMNS}, ${STORED_DATA_COLUMNS}
       FROM log_entry AS entry ${JOIN_KEY}
       WHERE (entry.domain_id, entry.id) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[])) AND entry.sequence IS NOT NULL
       ORDER BY entry.domain_id, entry.sequence`,
      [keys.map(({ domainId }) => domainId), keys.map(({ id }) => id)],
    );
    return rows.map((row) => this.decrypt(row.domainId, row));
  }

  private async select(
    domainId: string,
    filter: AuditLogFilter,
    { isPrepared, order, limit, columns, conditions }: Selection,
  ): Promise<ChainedEntry[]> {
    const values: unknown[] = [domainId, limit];
    const filters = buildConditions(domainId, filter, (value) => `$${values.push(value)}`);
    const text = `
      SELECT ${CHAINED_ENTRY_COLUMNS}, ${columns} FROM log_entry AS entry ${JOIN_KEY}
      WHERE ${['entry.domain_id = $1', 'entry.sequence IS NOT NULL', ...conditions, ...filters].join(' AND ')}
      ORDER BY entry.sequence ${order === 'newest-first' ? 'DESC' : ''} LIMIT`;
    const rows: (ChainedEntry & StoredData)[] = isPrepared
      ? await this.database.query(
          { name: `list-log-${order}`, text: `SELECT * FROM (${text} ${MAX_PREPARED_LIMIT}) AS page LIMIT $2` },
          values,
        )
      : await this.database.manager.query(`${text} $2`, values);
    return rows.map((row) => this.decrypt(domainId, row));
  }

  private decrypt<Entry extends ChainedEntry>(domainId: string, { encryptedData, key, ...entry }: Entry & StoredData) {
    if (!encryptedData || !key || entry.user === null) return entry as unknown as Entry;
    const stored = { erased: String(entry.data['erased']), encrypted: encryptedData };
    return { ...entry, data: this.personalData.decrypt(stored, key, withUserId({ domainId, sub: entry.user })) } as unknown as Entry;
  }
}

/** A chained entry with its key. */
export interface KeyedEntry extends ChainedEntry {
  domainId: string;
  id: string;
  /** The trace that a delivery continues; null if it belongs to none, or only its `traceId` is known. */
  traceparent: string | null;
}

function buildConditions(domainId: string, filter: AuditLogFilter, bind: Bind): string[] {
  const conditions: string[] = [];
  for (const [name, build] of Object.entries(CONDITIONS)) {
    const value = filter[name as keyof typeof CONDITIONS];
    if (value !== null) conditions.push(build(value as never, bind, domainId));
  }
  for (const [name, operator] of Object.entries(TIME_CONDITIONS)) {
    const time = filter[name as keyof typeof TIME_CONDITIONS];
    if (time)
      conditions.push(`entry.at ${operator} ${bind(time.date)}::timestamptz + ${bind(time.microseconds)} * interval '1 microsecond'`);
  }
  return conditions;
}
