/** PostgreSQL stores larger attributes outside the row. Selecting some of them there is cheaper than sending and parsing all. */
const MAX_SMALL_BYTES = 2_000;

/**
 * The SQL of a user's attributes, without unneeded ones if all together are large.
 *
 * @param names SQL of a text[] with the needed names
 */
export function selectAttributes(names: string): string {
  return `CASE WHEN pg_column_size(end_user.attributes) <= ${MAX_SMALL_BYTES} THEN end_user.attributes ELSE
    (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(end_user.attributes) WHERE key = ANY (${names})) END AS attributes`;
}

/** The attributes that pages and messages show, and the addresses for messages. */
export const CONTACT_ATTRIBUTES = selectAttributes(
  `'{preferred_username,name,given_name,email,email_verified,phone_number,phone_number_verified,locale,zoneinfo}'`,
);
