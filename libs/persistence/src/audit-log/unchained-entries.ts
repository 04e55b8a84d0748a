import { LOGGED_ENTRY_COLUMNS, type LoggedEntry } from './logged-entry.js';

/** An entry that is not chained yet. */
export type UnchainedEntry = LoggedEntry & {
  domainId: string;
  id: string;
  removedFrom: string;
  /** The number of entries found in its domain. If they are large, fewer are listed. */
  found: number;
};

/** Maximum octets of entries that are chained together. */
const MAX_BYTES = 4_194_304;

/**
 * Up to $2 entries of each of the domains $1: the first entry of each domain, then the second of each, as long as they are small enough
 * together.
 */
export const LIST_UNCHAINED = `
  SELECT entry.domain_id AS "domainId", entry.id, entry.removed_from::text AS "removedFrom", found, ${LOGGED_ENTRY_COLUMNS}
  FROM (
    SELECT oldest.*, sum(octet_length(data::text)) OVER (ORDER BY place, domain_id) AS bytes,
      count(*) OVER (PARTITION BY domain_id)::integer AS found
    FROM unnest($1::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT *, row_number() OVER (ORDER BY id) AS place FROM log_entry
      WHERE log_entry.domain_id = wanted.id AND sequence IS NULL ORDER BY id LIMIT $2
    ) AS oldest
  ) AS entry WHERE place = 1 OR bytes <= ${MAX_BYTES} ORDER BY entry.domain_id, entry.id`;
