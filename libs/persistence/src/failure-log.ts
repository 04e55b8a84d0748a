import type { EventType } from '@latchkey/events';
import { buildRemovalDate } from './audit-log-retention.js';
import { getDomainKeyPrefix } from './rate-limit-key.js';

export const FAILED_SIGN_IN = 'user.sign_in_failed' satisfies EventType;
export const FAILED_CLIENT_AUTHENTICATION = 'token.client_authentication_failed' satisfies EventType;
export const REFUSED_REDIRECT_URI = 'client.redirect_uri_refused' satisfies EventType;
export const REFUSED_METADATA_DOCUMENT = 'client.metadata_document_refused' satisfies EventType;
const OMITTED_ENTRIES = 'log.entries_omitted' satisfies EventType;
/**
 * The maximum number of entries per minute: for sign-ins of known users, separately for unknown ones, and for each kind of client failure.
 */
export const MAX_FAILURES_PER_MINUTE = 60;

/** The names of the counters, and the event types that they limit. */
const TYPE_BY_COUNTER = {
  'failed-sign-ins': FAILED_SIGN_IN,
  'failed-client-authentications': FAILED_CLIENT_AUTHENTICATION,
  'refused-redirect-uris': REFUSED_REDIRECT_URI,
  'refused-metadata-documents': REFUSED_METADATA_DOCUMENT,
} as const;

type Counter = keyof typeof TYPE_BY_COUNTER;

/** The current minute since the epoch. */
export const CURRENT_MINUTE = 'floor(extract(epoch FROM now()) / 60)::bigint';

/**
 * The keys under which failed sign-ins are counted. $1 is the prefix of the key of a minute, in which all failures count, whatever was
 * entered. Anyone can cause any number of failures, and a flooded log would be useless.
 */
export const COUNT_FAILURE = `
  INSERT INTO rate_limit (key, points, expire) SELECT $1::text || minute, 1, (minute + 1) * 60000
  FROM (SELECT ${CURRENT_MINUTE} AS minute) AS clock
  ON CONFLICT (key) DO UPDATE SET points = rate_limit.points + 1 RETURNING points`;

/** Failures of unknown users are limited separately, so that they leave room for those of real users. */
export function getFailureCountKey(domainId: string, isKnown: boolean): string {
  return `${getCounterKeyPrefix(domainId, 'failed-sign-ins')}${isKnown ? 'known' : 'unknown'}:`;
}

/** The prefix of the keys of a domain's counters. */
export function getCounterKeyPrefix(domainId: string, counter: Counter): string {
  return `${getDomainKeyPrefix(domainId)}${counter}:`;
}

/**
 * A common table expression that logs for each domain how many failures were omitted in past minutes.
 *
 * @param counts name of a table expression with the columns key, points and expire, as in `rate_limit`
 */
export function buildOmittedFailuresCte(counts: string): string {
  const counters = Object.entries(TYPE_BY_COUNTER).map(([counter, type]) => `('${counter}', '${type}')`);
  return `
    left_out AS (
      INSERT INTO log_entry (domain_id, removed_from, at, type, actor_type, data)
      SELECT domain.id, ${buildRemovalDate('domain.id')}, to_timestamp(expire / 1000), '${OMITTED_ENTRIES}', 'service',
             jsonb_build_object('type', limited.type, 'count', points - ${MAX_FAILURES_PER_MINUTE})
      FROM ${counts} AS count JOIN (VALUES ${counters.join(', ')}) AS limited (counter, type) ON split_part(key, ':', 3) = counter
        JOIN domain ON domain.status <> 'deleting'
          AND domain.id = CASE WHEN key LIKE '${getDomainKeyPrefix('%')}%' THEN split_part(key, ':', 2)::uuid END
      WHERE points > ${MAX_FAILURES_PER_MINUTE}
    )`;
}
