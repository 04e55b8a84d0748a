import { DEFAULT_AUDIT_LOG_RETENTION, TODAY } from '../audit-log-retention.js';

const retainedFrom = (column: 'days' | 'personal_days', fallback: number): string =>
  `now() - (SELECT coalesce(max(${column}), ${fallback}) FROM log_retention WHERE domain_id = $1) * interval '24 hours'`;
const RETAINED_FROM = retainedFrom('days', DEFAULT_AUDIT_LOG_RETENTION.days);

/**
 * The sequence number before which all entries are hidden, found by a binary search, so that a log with many hidden entries is read as fast
 * as one without. Times follow sequence numbers, except for the length of transactions and clock corrections, for which a day is allowed. A
 * missing entry ends the search early, which hides nothing.
 */
const FIRST_RETAINED = `(
  WITH RECURSIVE search (low, high) AS (
    SELECT (SELECT min(sequence) FROM log_entry WHERE domain_id = $1 AND sequence IS NOT NULL),
           (SELECT max(sequence) + 1 FROM log_entry WHERE domain_id = $1 AND sequence IS NOT NULL)
    UNION ALL
    SELECT CASE WHEN probe.is_hidden THEN probe.sequence + 1 ELSE low END, CASE WHEN probe.is_hidden THEN high ELSE probe.sequence END
    FROM search CROSS JOIN LATERAL (
      SELECT sequence, at < ${RETAINED_FROM} - interval '24 hours' AS is_hidden FROM log_entry
      WHERE domain_id = $1 AND sequence = (search.low + search.high) / 2
    ) AS probe WHERE low < high
  )
  SELECT max(low) FROM search)`;

/** Conditions for the table `entry`: entries that the retention of the domain $1 does not hide, in partitions whose month has not ended. */
export const RETAINED_CONDITIONS = [
  `entry.removed_from >= date_trunc('month', ${TODAY})::date`,
  `entry.sequence >= ${FIRST_RETAINED}`,
  `entry.at >= ${RETAINED_FROM}`,
];

/** Whether the retention of the domain $1 does not hide the personal data of an `entry`. */
export const ARE_DATA_RETAINED = `entry.at >= ${retainedFrom('personal_days', DEFAULT_AUDIT_LOG_RETENTION.personalDays)}`;
