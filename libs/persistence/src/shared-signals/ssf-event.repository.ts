import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { SsfEvent } from './ssf-event.entity.js';
import type { SsfStreamKey } from './ssf-stream.repository.js';

/** An event for every stream of its domain that has requested its type. */
export type NewSsfEvent = Pick<SsfEvent, 'domainId' | 'eventType' | 'payload' | 'txn'> & { subject: string };
/** An event to sign. */
export type PendingSsfEvent = Pick<SsfEvent, 'id' | 'eventType' | 'subject' | 'payload' | 'txn' | 'createdAt'>;
export type UserKey = { domainId: string; sub: string };

const LOCK_STREAMS = `
  SELECT FROM ssf_stream WHERE domain_id = ANY ($1) AND status <> 'disabled' ORDER BY domain_id, id FOR NO KEY UPDATE`;

const CREATE = `
  WITH created AS (
    INSERT INTO ssf_event (domain_id, stream_id, event_type, subject, payload, txn)
    SELECT stream.domain_id, stream.id, event.type, event.subject, event.payload, event.txn
    FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::text[]) WITH ORDINALITY AS event (domain_id, type, subject, payload, txn, place)
    JOIN ssf_stream AS stream ON stream.domain_id = event.domain_id AND stream.status <> 'disabled' AND event.type = ANY (stream.events_requested)
    WHERE NOT EXISTS (
      SELECT FROM ssf_removed_subject AS removed
      WHERE removed.domain_id = stream.domain_id AND removed.stream_id = stream.id AND removed.subject = event.subject)
    ORDER BY event.place RETURNING domain_id, stream_id
  )
  UPDATE ssf_stream SET next_attempt_at = now() FROM (SELECT DISTINCT domain_id, stream_id FROM created) AS woken
  WHERE ssf_stream.domain_id = woken.domain_id AND ssf_stream.id = woken.stream_id
    AND next_attempt_at IS NULL AND endpoint_url IS NOT NULL AND status = 'enabled'`;

/** The events that streams have not delivered yet. */
@Injectable()
export class SsfEventRepository {
  constructor(private readonly database: Database) {}

  /** Adds events to the streams that want them, in their order, and makes their pushes due. It locks these streams. */
  async create(events: readonly NewSsfEvent[]): Promise<void> {
    await this.database.manager.query(LOCK_STREAMS, [[...new Set(events.map(({ domainId }) => domainId))]]);
    await this.database.manager.query(CREATE, [
      events.map(({ domainId }) => domainId),
      events.map(({ eventType }) => eventType),
      events.map(({ subject }) => subject),
      events.map(({ payload }) => JSON.stringify(payload)),
      events.map(({ txn }) => txn),
    ]);
  }

  /** Adds an event about a locked stream to it. */
  async createForStream({ domainId, id }: SsfStreamKey, event: Pick<SsfEvent, 'eventType' | 'payload' | 'txn'>): Promise<void> {
    await this.database.manager.query(
      'INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn) VALUES ($1, $2, $3, $4, $5)',
      [domainId, id, event.eventType, JSON.stringify(event.payload), event.txn],
    );
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

  /** Removes what streams know of deleted users, except events that wait. */
  async forgetSubjects(users: readonly UserKey[]): Promise<void> {
    await this.database.manager.query(
      'DELETE FROM ssf_removed_subject WHERE (domain_id, subject) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))',
      [users.map(({ domainId }) => domainId), users.map(({ sub }) => sub)],
    );
  }
}
