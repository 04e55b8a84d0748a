/** Days over which the entries are spread: by default the older half is hidden. */
const DAYS = 800;
const BATCH = 50_000;
/** One of each in so many entries. */
const ENTRIES_PER_USER = 200;
const ENTRIES_PER_CLIENT = 10_000;
const ENTRIES_PER_RARE_TYPE = 1_000;

/** Sign-ins, with as much encrypted data as the product stores, and a rare change of the branding. */
const ENTRIES = `
  INSERT INTO log_entry (domain_id, at, type, actor_type, actor_id, request_id, sub, client_id, data, encrypted_data, sequence, hash, previous_hash)
  SELECT $1, now() - (1 - n / $4::float8) * ${DAYS} * interval '24 hours', CASE WHEN n % ${ENTRIES_PER_RARE_TYPE} = 0 THEN 'branding.updated' ELSE 'user.signed_in' END,
         'user', sub, md5(n::text), sub, 'client-' || n % ($4::integer / ${ENTRIES_PER_CLIENT} + 1), jsonb_build_object('erased', md5(n::text) || md5(n::text)),
         decode(repeat(md5(n::text), 10), 'hex'), n, sha256(n::text::bytea), sha256((n - 1)::text::bytea)
  FROM generate_series($2::integer, $3::integer) AS n, LATERAL (SELECT md5('user-' || n % ($4::integer / ${ENTRIES_PER_USER} + 1))::uuid AS sub) AS entry_user`;
const HEAD = `
  UPDATE log_chain SET sequence = $2::bigint, hash = sha256($2::text::bytea), checkpoint_sequence = $2::bigint, checkpoint_due_at = NULL WHERE domain_id = $1`;

/**
 * Fills the log of a domain whose first entry is chained. The hashes do not link: nothing here verifies them.
 *
 * @param {import('pg').Client} database
 * @param {string} domainId
 * @param {number} entries sequence numbers up to this one
 */
export async function fillLog(database, domainId, entries) {
  for (let first = 2; first <= entries; first += BATCH)
    await database.query(ENTRIES, [domainId, first, Math.min(first + BATCH - 1, entries), entries]);
  await database.query(HEAD, [domainId, entries]);
  await database.query('VACUUM ANALYZE log_entry');
}
