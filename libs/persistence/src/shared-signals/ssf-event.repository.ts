import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { HAS_PENDING, IS_PUSHING } from './push-conditions.js';
import type { SsfEvent } from './ssf-event.entity.js';
import type { SsfStreamKey } from './ssf-stream.repository.js';

/** An event for every stream of its domain that has requested its type. */
export type NewSsfEvent = Pick<SsfEvent, 'domainId' | 'eventType' | 'payload' | 'txn'> & { subject: string };
/** An event to sign. */
export type PendingSsfEvent = Pick<SsfEvent, 'id' | 'eventType' | 'subject' | 'payload' | 'txn' | 'createdAt'>;
export type UserKey = { domainId: string; sub: string };

/** For how long and how many events wait for the receiver of a stream. */
const KEPT_FOR = `interval '7 days'`;
const MAX_PENDING = 10_000;

const LOCK_STREAMS = `
  SELECT FROM ssf_stream WHERE domain_id = ANY ($1) AND status <> 'disabled' ORDER BY domain_id, id FOR NO KEY UPDATE`;

const CREATE = `
  INSERT INTO ssf_event (domain_id, stream_id, event_type, subject, payload, txn)
  SELECT stream.domain_id, stream.id, event.type, event.subject, event.payload, event.txn
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::text[]) WITH ORDINALITY AS event (domain_id, type, subject, payload, txn, place)
  JOIN ssf_stream AS stream ON stream.domain_id = event.domain_id AND stream.status <> 'disabled' AND event.type = ANY (stream.events_requested)
  WHERE NOT EXISTS (
    SELECT FROM ssf_removed_subject AS removed
    WHERE removed.domain_id = stream.domain_id AND removed.stream_id = stream.id AND removed.subject = event.subject)
  ORDER BY event.place`;

/** Unless an earlier event waits for its next attempt. */
const WAKE = `
  UPDATE ssf_stream SET next_attempt_at = now()
  WHERE domain_id = ANY ($1) AND next_attempt_at IS NULL AND ${IS_PUSHING} AND ${HAS_PENDING}`;

/** Streams whose receiver takes nothing are disabled with a last event that says so, OpenID SSF 1.0 section 8.1.5; that expires later. */
const EXPIRE = `
  WITH overdue AS (
    SELECT domain_id, id FROM ssf_stream AS stream WHERE status <> 'disabled' AND (
      EXISTS (
        SELECT FROM ssf_event AS event
        WHERE event.domain_id = stream.domain_id AND event.stream_id = stream.id AND event.created_at < now() - ${KEPT_FOR})
      OR (
        SELECT count(*) FROM (
          SELECT FROM ssf_event AS event WHERE event.domain_id = stream.domain_id AND event.stream_id = stream.id LIMIT ${MAX_PENDING} + 1
        ) AS pending) > ${MAX_PENDING})
    LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
  ), disabled AS (
    UPDATE ssf_stream SET status = 'disabled', status_reason = $2, leases = leases + 1, leased_until = NULL, failures = 0, failing_since = NULL,
      next_attempt_at = CASE WHEN push_endpoint IS NOT NULL THEN now() END
    FROM overdue
    WHERE ssf_stream.domain_id = overdue.domain_id AND ssf_stream.id = overdue.id RETURNING ssf_stream.domain_id, ssf_stream.id
  ), removed AS (
    DELETE FROM ssf_event USING disabled WHERE ssf_event.domain_id = disabled.domain_id AND stream_id = disabled.id
  )
  INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn)
  SELECT domain_id, id, $1, jsonb_build_object('status', 'disabled', 'reason', $2::text), gen_random_uuid()::text FROM disabled`;

/** The events that streams have not delivered yet. */
@Injectable()
export class SsfEventRepository {
  constructor(private readonly database: Database) {}

  /** Adds events to the streams that want them, in their order. It locks these streams. */
  async create(events: readonly NewSsfEvent[]): Promise<void> {
    const domainIds = [...new Set(events.map(({ domainId }) => domainId))];
    await this.database.manager.query(LOCK_STREAMS, [domainIds]);
    await this.database.manager.query(CREATE, [
      events.map(({ domainId }) => domainId),
      events.map(({ eventType }) => eventType),
      events.map(({ subject }) => subject),
      events.map(({ payload }) => JSON.stringify(payload)),
      events.map(({ txn }) => txn),
    ]);
    await this.database.manager.query(WAKE, [domainIds]);
  }

  /** Adds an event about a locked stream to it. */
  async createForStream({ domainId, id }: SsfStreamKey, event: Pick<SsfEvent, 'eventType' | 'payload' | 'txn'>): Promise<void> {
    await this.database.manager.query(
      'INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn) VALUES ($1, $2, $3, $4, $5)',
      [domainId, id, event.eventType, JSON.stringify(event.payload), event.txn],
    );
    await this.database.manager.query(WAKE, [[domainId]]);
  }

  /** The oldest events of a stream. */
  list({ domainId, id }: SsfStreamKey, limit: number): Promise<PendingSsfEvent[]> {
    return this.database.manager.query(
      `SELECT id, event_type AS "eventType", subject, payload, txn, created_at AS "createdAt" FROM ssf_event
       WHERE domain_id = $1 AND stream_id = $2 ORDER BY position LIMIT $3`,
      [domainId, id, limit],
    );
  }

  /** Removes acknowledged events of a stream; ids of others are ignored. */
  async acknowledge({ domainId, id }: SsfStreamKey, events: readonly string[]): Promise<void> {
    await this.database.manager.query('DELETE FROM ssf_event WHERE domain_id = $1 AND stream_id = $2 AND id = ANY ($3::uuid[])', [
      domainId,
      id,
      events,
    ]);
  }

  /** Those of the users that exist, with whether they are active. */
  listUserStates(users: readonly UserKey[]): Promise<(UserKey & { active: boolean })[]> {
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", sub, active FROM end_user
       WHERE (domain_id, sub) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
      [users.map(({ domainId }) => domainId), users.map(({ sub }) => sub)],
    );
  }

  /** Disables streams whose receiver has left events for too long or too many of them, and removes these and expired notices. */
  async expire(notice: { eventType: string; reason: string }, limit: number): Promise<void> {
    await this.database.manager.query(
      `DELETE FROM ssf_event USING ssf_stream AS stream WHERE ssf_event.created_at < now() - ${KEPT_FOR} AND stream.status = 'disabled'
         AND stream.domain_id = ssf_event.domain_id AND stream.id = ssf_event.stream_id`,
    );
    await this.database.manager.query(EXPIRE, [notice.eventType, notice.reason, limit]);
  }

  /** Removes what streams know of deleted users, except events that wait. */
  async forgetSubjects(users: readonly UserKey[]): Promise<void> {
    await this.database.manager.query(
      'DELETE FROM ssf_removed_subject WHERE (domain_id, subject) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))',
      [users.map(({ domainId }) => domainId), users.map(({ sub }) => sub)],
    );
  }
}
