import { getDomainKeyPrefix } from './rate-limit/rate-limiter.js';

export const FAILED_SIGN_IN = 'user.sign-in-failed';
/** The number of entries a minute: for known users, and separately for unknown ones. */
export const MAX_FAILURES_PER_MINUTE = 60;

const COUNTER_NAME = 'failed-sign-ins';

/**
 * The keys by which failed sign-ins are counted. $1 begins the key of a minute, which is counted to its end, whatever was entered. Anyone
 * can cause any number of failures, and a flooded log would be useless.
 */
export const COUNT_FAILURE = `
  INSERT INTO rate_limit (key, points, expire) SELECT $1::text || minute, 1, (minute + 1) * 60000
  FROM (SELECT floor(extract(epoch FROM now()) / 60)::bigint AS minute) AS clock
  ON CONFLICT (key) DO UPDATE SET points = rate_limit.points + 1 RETURNING points`;

/** Failures of unknown users are limited separately, so that they leave room for those of real users. */
export function getFailureCountKey(domainId: string, isKnown: boolean): string {
  return `${getDomainKeyPrefix(domainId)}${COUNTER_NAME}:${isKnown ? 'known' : 'unknown'}:`;
}

/**
 * A common table expression that writes into the logs of domains how many failed sign-ins were omitted, for minutes that are over.
 *
 * @param counts name of a table expression with the columns key, points and expire, as in `rate_limit`
 */
export function buildOmittedFailuresCte(counts: string): string {
  return `
    left_out AS (
      INSERT INTO log_entry (domain_id, at, operation, actor_type, changed)
      SELECT domain.id, to_timestamp(expire / 1000), '${FAILED_SIGN_IN}', 'service', ARRAY['left-out', (points - ${MAX_FAILURES_PER_MINUTE})::text]
      FROM ${counts} AS count JOIN domain ON domain.status <> 'deleting'
        AND domain.id = CASE WHEN key LIKE '${getDomainKeyPrefix('%')}${COUNTER_NAME}:%' THEN split_part(key, ':', 2)::uuid END
      WHERE points > ${MAX_FAILURES_PER_MINUTE}
    )`;
}
