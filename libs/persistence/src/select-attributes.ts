/** PostgreSQL keeps larger attributes outside the row: there it is cheaper to pick some than to send and parse all. */
const MAX_SMALL_BYTES = 2_000;

/**
 * The SQL of a user's attributes, without those that no one needs if all together are large.
 *
 * @param names SQL of a text[]: the needed ones
 */
export function selectAttributes(names: string): string {
  return `CASE WHEN pg_column_size(end_user.attributes) <= ${MAX_SMALL_BYTES} THEN end_user.attributes ELSE
    (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(end_user.attributes) WHERE key = ANY (${names})) END AS attributes`;
}

/** What pages and messages show of a user, and where messages are sent. */
export const CONTACT_ATTRIBUTES = selectAttributes(
  `'{preferred_username,name,given_name,email,email_verified,phone_number,phone_number_verified,locale,zoneinfo}'`,
);
