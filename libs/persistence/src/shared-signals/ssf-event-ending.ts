import type { SsfEvent } from './ssf-event.entity.js';

/** How a receiver ended an event: by its answer to a push, or by `ack` and `setErrs` of a poll. */
export interface SsfEnding extends Pick<SsfEvent, 'id' | 'error' | 'responseBody'> {
  /** The attempt that ended it; null for a poll, whose attempts are counted when it returns events. */
  push: Pick<SsfEvent, 'endpoint' | 'responseStatus' | 'durationMs'> | null;
}

/** The maximum number of ended events of a stream, give or take those that end at the same time. */
const MAX_ENDED = 1_000;

/** What stays the same when an event ends, and when it is sent again. */
const CONTENT = `domain_id, id, stream_id, position, event_type, subject, sub_text, payload, encrypted_payload, change_entry_id, change_attributes,
  key_month, txn, traceparent, created_at, replayed_at`;
/** What the last attempt has changed. */
const ATTEMPT = 'attempts, last_attempt_at, endpoint, response_status, duration_ms, error, response_body';

/** The columns that pending and ended events have. */
export const EVENT_COLUMNS = `${CONTENT}, ${ATTEMPT}`;

/**
 * Common table expressions that move events of the stream ($1, $2) to the ended ones: `ended` has their `id` and `event_type`.
 *
 * @param streams a source of rows with `id` of the stream: without a row nothing ends
 *
 * @param first the number of the first parameter of `toEndingParameters`
 */
export function buildEnding(streams: string, first: number): string {
  const types = ['uuid', 'boolean', 'text', 'integer', 'integer', 'text', 'text'];
  const parameters = types.map((type, n) => `$${first + n}::${type}[]`).join(', ');
  return `
    answer AS (SELECT * FROM unnest(${parameters}) AS given (answered, is_push, endpoint, response_status, duration_ms, error, response_body)),
    removed AS (
      DELETE FROM ssf_event USING answer, ${streams} AS stream
      WHERE ssf_event.domain_id = $1 AND ssf_event.stream_id = stream.id AND ssf_event.id = answered
      RETURNING ${CONTENT.replaceAll(/\w+/g, (name) => `ssf_event.${name}`)}, attempts, last_attempt_at),
    ended AS (
      INSERT INTO ssf_ended_event (${EVENT_COLUMNS}, status, ended_at)
      SELECT ${CONTENT}, attempts + is_push::integer, CASE WHEN is_push THEN now() ELSE last_attempt_at END, answer.endpoint,
        answer.response_status, answer.duration_ms, answer.error, answer.response_body,
        CASE WHEN answer.error IS NULL THEN 'delivered' ELSE 'failed' END, now()
      FROM removed JOIN answer ON answered = id
      RETURNING id, event_type),
    trimmed AS (
      DELETE FROM ssf_ended_event WHERE domain_id = $1 AND stream_id = $2 AND position <= (
        SELECT position FROM ssf_ended_event WHERE domain_id = $1 AND stream_id = $2 ORDER BY position DESC OFFSET ${MAX_ENDED - 1} LIMIT 1))`;
}

/** In the order of the ids, in which all concurrent statements lock the rows. */
export function toEndingParameters(endings: readonly SsfEnding[]): unknown[] {
  const sorted = endings.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    sorted.map(({ id }) => id),
    sorted.map(({ push }) => push !== null),
    sorted.map(({ push }) => push?.endpoint ?? null),
    sorted.map(({ push }) => push?.responseStatus ?? null),
    sorted.map(({ push }) => push?.durationMs ?? null),
    sorted.map(({ error }) => error),
    sorted.map(({ responseBody }) => responseBody),
  ];
}
