import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { PERSONAL_DATA, type PersonalDataEncryption } from '../personal-data.js';
import type { SsfEndedEventStatus } from './ssf-ended-event.entity.js';
import { EVENT_COLUMNS } from './ssf-event-ending.js';
import { JOIN_VALUES, revealEvent, STORED_COLUMNS, type PendingSsfEvent, type StoredEvent } from './ssf-event-values.js';
import type { SsfEvent } from './ssf-event.entity.js';
import { HAS_PENDING, IS_PUSHING } from './ssf-stream.entity.js';
import type { SsfStreamKey } from './ssf-stream.repository.js';

/** `pending`: the receiver has neither accepted nor refused the event. */
export type SsfEventDeliveryStatus = SsfEndedEventStatus | 'pending';

/** What became of an event. */
export type SsfEventDelivery = Pick<
  SsfEvent,
  'id' | 'eventType' | 'createdAt' | 'attempts' | 'lastAttemptAt' | 'responseStatus' | 'durationMs' | 'error'
> & {
  status: SsfEventDeliveryStatus;
  /** Null while it is pending. */
  endedAt: Date | null;
};

/** A delivery with what was sent and answered. */
export interface SsfEventDeliveryDetails extends SsfEventDelivery, Pick<SsfEvent, 'endpoint' | 'responseBody'> {
  /** Null if its values are gone. */
  event: PendingSsfEvent | null;
}

/** Which deliveries of a stream to list. */
export interface SsfEventDeliveryPage {
  status: SsfEventDeliveryStatus | null;
  /** The id of the delivery before which the page ends; null for the newest. */
  before: string | null;
  limit: number;
}

const DELIVERY_COLUMNS = `id, event_type AS "eventType", created_at AS "createdAt", attempts, last_attempt_at AS "lastAttemptAt",
  response_status AS "responseStatus", duration_ms AS "durationMs", error, status, ended_at AS "endedAt"`;
const PENDING = `'pending' AS status, NULL::timestamptz AS ended_at`;

const LIST = `
  WITH bound AS (
    SELECT position FROM ssf_event WHERE domain_id = $1 AND stream_id = $2 AND id = $4
    UNION ALL SELECT position FROM ssf_ended_event WHERE domain_id = $1 AND stream_id = $2 AND id = $4)
  SELECT ${DELIVERY_COLUMNS} FROM (
    (SELECT ${EVENT_COLUMNS}, ${PENDING} FROM ssf_event
     WHERE domain_id = $1 AND stream_id = $2 AND coalesce($3, 'pending') = 'pending' AND ($4::uuid IS NULL OR position < (SELECT position FROM bound))
     ORDER BY position DESC LIMIT $5)
    UNION ALL
    (SELECT ${EVENT_COLUMNS}, status, ended_at FROM ssf_ended_event
     WHERE domain_id = $1 AND stream_id = $2 AND coalesce($3, status) = status AND ($4::uuid IS NULL OR position < (SELECT position FROM bound))
     ORDER BY position DESC LIMIT $5)
  ) AS delivery ORDER BY position DESC LIMIT $5`;

const FIND = `
  SELECT ${STORED_COLUMNS}, attempts, last_attempt_at AS "lastAttemptAt", endpoint, response_status AS "responseStatus",
    duration_ms AS "durationMs", error, response_body AS "responseBody", status, ended_at AS "endedAt"
  FROM (
    SELECT ${EVENT_COLUMNS}, ${PENDING} FROM ssf_event WHERE domain_id = $1 AND stream_id = $2 AND id = $3
    UNION ALL
    SELECT ${EVENT_COLUMNS}, status, ended_at FROM ssf_ended_event WHERE domain_id = $1 AND stream_id = $2 AND id = $3
  ) AS event ${JOIN_VALUES}`;

/** It keeps its `jti`, by which the receiver recognizes it: RFC 8935 section 2. */
const REPLAY = `
  WITH replayed AS (
    DELETE FROM ssf_ended_event WHERE domain_id = $1 AND stream_id = $2 AND id = $3 RETURNING ${EVENT_COLUMNS}
  )
  INSERT INTO ssf_event (${EVENT_COLUMNS}) SELECT ${EVENT_COLUMNS} FROM replayed`;

/** The pending and ended events of streams, as operators see and repeat them. */
@Injectable()
export class SsfDeliveryRepository {
  constructor(
    private readonly database: Database,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalDataEncryption,
  ) {}

  /** Newest first. An unknown `before` selects nothing. */
  list({ domainId, id }: SsfStreamKey, { status, before, limit }: SsfEventDeliveryPage): Promise<SsfEventDelivery[]> {
    return this.database.manager.query(LIST, [domainId, id, status, before, limit]);
  }

  async find({ domainId, id }: SsfStreamKey, eventId: string): Promise<SsfEventDeliveryDetails | null> {
    const [row]: (StoredEvent & SsfEventDeliveryDetails)[] = await this.database.manager.query(FIND, [domainId, id, eventId]);
    if (!row) return null;
    const { attempts, lastAttemptAt, endpoint, responseStatus, durationMs, error, responseBody, status, endedAt, ...stored } = row;
    const { eventType, createdAt } = stored;
    const answer = { attempts, lastAttemptAt, endpoint, responseStatus, durationMs, error, responseBody, status, endedAt };
    return { id: eventId, eventType, createdAt, ...answer, event: revealEvent(this.personalData, domainId, stored) };
  }

  /** Makes an event pending again, at its position in the order, and due. The caller has locked the stream. */
  async replay({ domainId, id }: SsfStreamKey, eventId: string): Promise<void> {
    await this.database.manager.query(REPLAY, [domainId, id, eventId]);
    await this.database.manager.query('UPDATE ssf_event SET replayed_at = now() WHERE domain_id = $1 AND stream_id = $2 AND id = $3', [
      domainId,
      id,
      eventId,
    ]);
    await this.database.manager.query(
      `UPDATE ssf_stream SET next_attempt_at = now() WHERE domain_id = $1 AND id = $2 AND ${IS_PUSHING} AND ${HAS_PENDING}`,
      [domainId, id],
    );
  }
}
