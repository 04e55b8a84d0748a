/** @typedef {import('./database.mjs').Database} Database */

const INDEXES = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index WHERE indrelid = 'end_user'::regclass AND NOT indisprimary`;

/** The texts are already normalized, as the product would store them. */
const USERS = `
  INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes)
  SELECT $1, n / 16384, 'local', username, username || E'\\n' || username || '@example.com',
         jsonb_build_object('preferred_username', username, 'name', 'Maria Muster', 'email', username || '@example.com', 'locale', 'de-DE')
  FROM generate_series(1, $2::integer) AS n, format('maria.muster.%s', n) AS username`;

/** Rows for one in the given number of users. The numbers make every key unique; nothing reads the content. @type {[number, string][]} */
const OF_USERS = [
  [
    3,
    `INSERT INTO passkey (domain_id, sub, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, name)
     SELECT domain_id, sub, uuid_send(sub), '\\x00', 0, '{}', '00000000-0000-0000-0000-000000000000', false, false, 'Passkey'`,
  ],
  [10, `INSERT INTO totp (domain_id, sub, last_step) SELECT domain_id, sub, 0`],
  [10, `INSERT INTO recovery_code (domain_id, sub, hash) SELECT domain_id, sub, uuid_send(sub)`],
  [
    2,
    `INSERT INTO oidc_payload (domain_id, model, hash, payload, client_id, sub)
     SELECT domain_id, 'AccessToken', sha256(sub::text::bytea), '{}', 'app', sub`,
  ],
  [5, `INSERT INTO oidc_payload (domain_id, model, hash, payload, sub) SELECT domain_id, 'Session', sha256(sub::text::bytea), '{}', sub`],
  [
    100,
    `INSERT INTO magic_link (domain_id, hash, sub, redirect_uri, reset_passkeys, expires_at)
     SELECT domain_id, uuid_send(sub), sub, 'https://app.example.com/', false, now() + interval '1 hour'`,
  ],
  [100, `INSERT INTO message (domain_id, id, sub, channel, state, expires_at) SELECT domain_id, sub, sub, 'email', 'sent', now()`],
  [100, `INSERT INTO sign_in_progress (domain_id, uid, sub, methods, expires_at) SELECT domain_id, sub::text, sub, '{passkey}', now()`],
  [3, `INSERT INTO log_entry (domain_id, type, actor_type, sub) SELECT domain_id, 'user.signed_in', 'user', sub`],
];

const COUNTS = `
  INSERT INTO user_count SELECT domain_id, identity_provider, 1, count(*), count(*) FROM end_user WHERE domain_id = $1
  GROUP BY domain_id, identity_provider`;

/**
 * Creates users by SQL. Indexes are created afterwards, which is faster.
 *
 * @param {Database} database
 * @param {string} domainId
 * @param {number} users
 */
export async function fillUsers(database, domainId, users) {
  const indexes = await database.query(INDEXES);
  for (const { name } of indexes) await database.query(`DROP INDEX ${name}`);
  await database.query(USERS, [domainId, users]);
  await database.query(`SET maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await database.query(definition);
  await database.query(COUNTS, [domainId]);
}

/**
 * Fills a domain with users, and with rows in every table that refers to them, by SQL.
 *
 * @param {Database} database
 * @param {string} domainId
 * @param {number} users
 * @returns {Promise<number>} the number of rows
 */
export async function fillDomain(database, domainId, users) {
  await fillUsers(database, domainId, users);
  // The following rows are consistent and need no checks.
  await database.query('SET session_replication_role = replica');
  for (const [each, insert] of OF_USERS)
    await database.query(`${insert} FROM end_user WHERE domain_id = $1 AND hashtext(sub::text) % ${each} = 0`, [domainId]);
  await database.query('SET session_replication_role = origin');
  await database.query('VACUUM ANALYZE');
  await database.query('CHECKPOINT');
  return Math.round(OF_USERS.reduce((sum, [each]) => sum + users / each, users));
}
