import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired, type ExpiredRows } from '../expired-rows.js';
import { PERSONAL_DATA, type PersonalDataEncryption } from '../personal-data.js';
import type { SsfEvent } from './ssf-event.entity.js';
import { HAS_PENDING, IS_PUSHING, isSendable, type SsfStream } from './ssf-stream.entity.js';
import type { SsfStreamKey } from './ssf-stream.repository.js';
import { selectSub, subTextOf, userIdOf } from '../user-id.js';
import { buildEnding, toEndingParameters, type SsfEnding } from './ssf-event-ending.js';
import { JOIN_VALUES, revealEvent, STORED_COLUMNS, type PendingSsfEvent, type StoredEvent } from './ssf-event-values.js';

/** A stream that accepts events. */
export type SubscribedStream = SsfStreamKey &
  Pick<SsfStream, 'eventsRequested'> & {
    /** The scope that its client may request. */
    scope: string;
  };
/** An event about a user, for a stream. */
export type NewSsfEvent = Pick<SsfEvent, 'domainId' | 'streamId' | 'eventType' | 'payload' | 'txn' | 'traceparent'> & {
  subject: string;
  /** Names and location of the user's attribute values, if the event contains any. */
  change?: { entryId: string; keyMonth: string; attributes: readonly string[] };
};
/** The first events of a stream. */
export interface PendingSsfEvents {
  events: PendingSsfEvent[];
  hasMore: boolean;
}
type CountedEvent = StoredEvent & { found: number };
export type DisabledStream = SsfStreamKey & Pick<SsfStream, 'clientId'>;
export type UserKey = { domainId: string; sub: string };

/** How long events wait for the receiver of a stream, how long they are kept afterwards, and how many may wait. */
const KEPT_FOR = `interval '7 days'`;
const MAX_PENDING = 10_000;
/** Maximum octets of encrypted values in events that are read together. One event is always read. */
const MAX_BYTES = 4_194_304;

// control: events are added to a stream by one transaction at a time
const LOCK_STREAMS = `
  SELECT stream.domain_id AS "domainId", stream.id, stream.events_requested AS "eventsRequested", client.scope
  FROM ssf_stream AS stream JOIN client ON client.domain_id = stream.domain_id AND client.client_id = stream.client_id
  WHERE stream.domain_id = ANY ($1) AND stream.status <> 'disabled' ORDER BY stream.domain_id, stream.id FOR NO KEY UPDATE OF stream`;

const CREATE = `
  INSERT INTO ssf_event (domain_id, stream_id, event_type, subject, sub_text, payload, txn, traceparent, change_entry_id, change_attributes,
    key_month, encrypted_payload)
  SELECT event.domain_id, event.stream_id, event.type, event.subject, event.sub_text, event.payload, event.txn, event.traceparent, event.entry,
    CASE WHEN event.entry IS NOT NULL THEN ARRAY (SELECT jsonb_array_elements_text(event.attributes)) END, event.month,
    CASE WHEN event.entry IS NOT NULL THEN ''::bytea END
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::jsonb[], $6::text[], $7::text[], $8::bigint[], $9::jsonb[], $10::date[], $11::text[])
    WITH ORDINALITY AS event (domain_id, stream_id, type, subject, payload, txn, traceparent, entry, attributes, month, sub_text, place)
  WHERE NOT EXISTS (
    SELECT FROM ssf_removed_subject AS removed
    WHERE removed.domain_id = event.domain_id AND removed.stream_id = event.stream_id AND removed.subject = event.subject)
  ORDER BY event.place`;

/** Excludes events whose values were deleted with their user. */
const LIST = `
  SELECT id, "eventType", subject, payload, txn, traceparent, "createdAt", "encryptedPayload", "changeAttributes", key, commitment, changes, found FROM (
    SELECT *, count(*) OVER ()::integer AS found, row_number() OVER by_position AS place,
      sum(octet_length("encryptedPayload") + octet_length(coalesce(changes, ''))) OVER by_position AS bytes
    FROM (
      SELECT ${STORED_COLUMNS}, position
      FROM ssf_event AS event
        JOIN ssf_stream AS stream ON stream.domain_id = event.domain_id AND stream.id = event.stream_id AND ${isSendable('event', 'stream')}
        ${JOIN_VALUES}
      WHERE event.domain_id = $1 AND event.stream_id = $2 AND (encrypted_payload IS NULL OR log_key.encrypted IS NOT NULL)
        AND (change_entry_id IS NULL OR change.encrypted IS NOT NULL)
      ORDER BY position LIMIT $3 + 1) AS page
    WINDOW by_position AS (ORDER BY position ROWS UNBOUNDED PRECEDING)) AS pending
  WHERE place <= $3 AND (place = 1 OR bytes IS NULL OR bytes <= ${MAX_BYTES}) ORDER BY place`;

const ACKNOWLEDGE = `
  WITH ${buildEnding('(SELECT $2::uuid AS id)', 3)}
  SELECT id, event_type AS "eventType" FROM ended`;

const MARK_TAKEN = `
  UPDATE ssf_event SET attempts = attempts + 1, last_attempt_at = now() WHERE domain_id = $1 AND stream_id = $2 AND id = ANY ($3::uuid[])`;

/** Does nothing if an earlier event waits for its next attempt. */
const WAKE = `
  UPDATE ssf_stream SET next_attempt_at = now()
  WHERE domain_id = ANY ($1) AND next_attempt_at IS NULL AND ${IS_PUSHING} AND ${HAS_PENDING}`;

/** Whether the receiver of the table `stream` has left events for too long, or too many of them. */
const IS_OVERDUE = `status <> 'disabled' AND (
  EXISTS (
    SELECT FROM ssf_event AS event
    WHERE event.domain_id = stream.domain_id AND event.stream_id = stream.id AND event.created_at < now() - ${KEPT_FOR}
      AND (event.replayed_at IS NULL OR event.replayed_at < now() - ${KEPT_FOR}))
  OR (
    SELECT count(*) FROM (
      SELECT FROM ssf_event AS event WHERE event.domain_id = stream.domain_id AND event.stream_id = stream.id LIMIT ${MAX_PENDING} + 1
    ) AS pending) > ${MAX_PENDING})`;

const EXPIRED_NOTICES: ExpiredRows = {
  table: 'ssf_event',
  where: `created_at < now() - ${KEPT_FOR} AND EXISTS (
    SELECT FROM ssf_stream AS stream WHERE stream.domain_id = ssf_event.domain_id AND stream.id = ssf_event.stream_id AND status = 'disabled')`,
};

/** Disables streams whose receiver takes nothing, with a last event that says so (OpenID SSF 1.0 section 8.1.5) and expires later. */
// control: a stream that is left for too long is disabled once
const EXPIRE = `
  WITH overdue AS (
    SELECT domain_id, id FROM ssf_stream AS stream WHERE ($4::uuid IS NULL OR domain_id = $4) AND ${IS_OVERDUE}
    LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
  ), disabled AS (
    UPDATE ssf_stream SET status = 'disabled', status_reason = $2, leases = leases + 1, leased_until = NULL, failures = 0, failing_since = NULL,
      next_attempt_at = CASE WHEN push_endpoint IS NOT NULL THEN now() END
    FROM overdue
    WHERE ssf_stream.domain_id = overdue.domain_id AND ssf_stream.id = overdue.id RETURNING ssf_stream.domain_id, ssf_stream.id, client_id
  ), removed AS (
    DELETE FROM ssf_event USING disabled WHERE ssf_event.domain_id = disabled.domain_id AND stream_id = disabled.id
  ), notified AS (
    INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn)
    SELECT domain_id, id, $1, jsonb_build_object('status', 'disabled', 'reason', $2::text), gen_random_uuid()::text FROM disabled
  )
  SELECT domain_id AS "domainId", id, client_id AS "clientId" FROM disabled`;

/** Events that streams have not delivered yet. */
@Injectable()
export class SsfEventRepository {
  constructor(
    private readonly database: Database,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalDataEncryption,
  ) {}

  /**
   * Locks the streams of domains that accept events until the transaction ends, so that no worker can miss events that are added meanwhile.
   */
  lockStreams(domainIds: readonly string[]): Promise<SubscribedStream[]> {
    return this.database.manager.query(LOCK_STREAMS, [domainIds]);
  }

  /** Adds events to locked streams in their order, unless the stream omits the user. */
  async create(events: readonly NewSsfEvent[]): Promise<void> {
    await this.database.manager.query(CREATE, [
      events.map(({ domainId }) => domainId),
      events.map(({ streamId }) => streamId),
      events.map(({ eventType }) => eventType),
      events.map(({ domainId, subject }) => userIdOf(domainId, subject)),
      events.map(({ payload }) => JSON.stringify(payload)),
      events.map(({ txn }) => txn),
      events.map(({ traceparent }) => traceparent),
      events.map(({ change }) => change?.entryId ?? null),
      events.map(({ change }) => change && JSON.stringify(change.attributes)),
      events.map(({ change }) => change?.keyMonth ?? null),
      events.map(({ subject }) => subTextOf(subject)),
    ]);
    await this.database.manager.query(WAKE, [[...new Set(events.map(({ domainId }) => domainId))]]);
  }

  /** Adds an event about a locked stream to it. */
  async createForStream({ domainId, id }: SsfStreamKey, event: Pick<SsfEvent, 'eventType' | 'payload' | 'txn'>): Promise<void> {
    await this.database.manager.query(
      'INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn, traceparent) VALUES ($1, $2, $3, $4, $5, $6)',
      [domainId, id, event.eventType, JSON.stringify(event.payload), event.txn, this.database.getTraceparent()],
    );
    await this.database.manager.query(WAKE, [[domainId]]);
  }

  /** The oldest events of a stream that may be sent; fewer than the limit if their values are large. */
  async list({ domainId, id }: SsfStreamKey, limit: number): Promise<PendingSsfEvents> {
    const rows: CountedEvent[] = await this.database.manager.query(LIST, [domainId, id, limit]);
    const events = rows.flatMap(({ found: _found, ...row }) => revealEvent(this.personalData, domainId, row) ?? []);
    return { events, hasMore: rows.length < (rows[0]?.found ?? 0) };
  }

  /** Counts that a poll has returned events. */
  async markTaken({ domainId, id }: SsfStreamKey, events: readonly string[]): Promise<void> {
    await this.database.manager.query(MARK_TAKEN, [domainId, id, events]);
  }

  /** Ends events that the receiver of a poll stream has accepted or refused; ids of other streams are ignored. @returns the ended events */
  acknowledge({ domainId, id }: SsfStreamKey, endings: readonly SsfEnding[]): Promise<Pick<SsfEvent, 'id' | 'eventType'>[]> {
    return this.database.manager.query(ACKNOWLEDGE, [domainId, id, ...toEndingParameters(endings)]);
  }

  /** The existing users, and whether they are active. */
  listUserStates(users: readonly UserKey[]): Promise<(UserKey & { active: boolean })[]> {
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", ${selectSub('end_user')} AS sub, active FROM end_user
       WHERE (domain_id, sub) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
      [users.map(({ domainId }) => domainId), users.map(({ domainId, sub }) => userIdOf(domainId, sub))],
    );
  }

  /** Deletes a batch of expired notices to disabled streams. @returns their number */
  deleteExpiredNotices(limit: number): Promise<number> {
    return changeExpired(this.database, EXPIRED_NOTICES, limit);
  }

  /** Deletes a batch of events that ended a week ago. @returns their number */
  deleteEnded(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'ssf_ended_event', where: `ended_at < now() - ${KEPT_FOR}` }, limit);
  }

  /** Domains with a stream whose receiver has left events for too long, or too many of them. */
  async listOverdueDomains(limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(
      `SELECT DISTINCT domain_id AS id FROM ssf_stream AS stream WHERE ${IS_OVERDUE} LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Disables streams whose receiver has left events for too long or too many of them, and removes these.
   *
   * @param domainId null for all domains @returns the streams
   */
  async expire(notice: { eventType: string; reason: string }, limit: number, domainId: string | null = null): Promise<DisabledStream[]> {
    return this.database.manager.query(EXPIRE, [notice.eventType, notice.reason, limit, domainId]);
  }

  /** Removes what streams store about deleted users, except pending events without attribute values, which receivers need. */
  async forgetSubjects(users: readonly UserKey[]): Promise<void> {
    // control: what was sent about a user is deleted with the user
    await this.database.manager.query(
      'DELETE FROM ssf_ended_event WHERE (domain_id, subject) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))',
      [users.map(({ domainId }) => domainId), users.map(({ domainId, sub }) => userIdOf(domainId, sub))],
    );
    await this.database.manager.query(
      `DELETE FROM ssf_event WHERE (domain_id, subject) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND encrypted_payload IS NOT NULL`,
      [users.map(({ domainId }) => domainId), users.map(({ domainId, sub }) => userIdOf(domainId, sub))],
    );
    await this.database.manager.query('DELETE FROM ssf_change WHERE (domain_id, sub) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))', [
      users.map(({ domainId }) => domainId),
      users.map(({ domainId, sub }) => userIdOf(domainId, sub)),
    ]);
    await this.database.manager.query(
      'DELETE FROM ssf_removed_subject WHERE (domain_id, subject) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))',
      [users.map(({ domainId }) => domainId), users.map(({ domainId, sub }) => userIdOf(domainId, sub))],
    );
  }
}
