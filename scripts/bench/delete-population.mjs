import { dropIndexes, fill } from './users-population.mjs';

/** @typedef {import('./users-population.mjs').Sql} Sql */

/** Rows for users, this many for each. The numbers make every key unique; nothing reads the content. */
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
    `INSERT INTO oidc_payload (domain_id, model, hash, payload, client_id, sub) SELECT domain_id, 'AccessToken', sha256(sub::text::bytea), '{}', 'app', sub`,
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
 * Fills a domain with users, and with rows in every table that refers to them, by SQL.
 *
 * @param {Sql} database
 * @param {string} domainId
 * @param {number} users
 * @returns {Promise<{ rows: number, words: string[] }>} the number of rows, and words that identify some of them
 */
export async function fillDomain(database, domainId, users) {
  const restore = await dropIndexes(database);
  await fill(database, domainId, { from: 1, to: users, late: Infinity });
  await restore();
  // The following rows are consistent and need no checks.
  await database.query('SET session_replication_role = replica');
  let rows = users;
  for (const [each, insert] of OF_USERS) {
    await database.query(`${insert} FROM end_user WHERE domain_id = $1 AND hashtext(sub::text) % ${each} = 0`, [domainId]);
    rows += users / Number(each);
  }
  await database.query(COUNTS, [domainId]);
  await database.query('SET session_replication_role = origin');
  await database.query('VACUUM ANALYZE');
  const known = await database.query(`SELECT sub, username_key AS username FROM end_user WHERE domain_id = $1 ORDER BY sub LIMIT 20`, [
    domainId,
  ]);
  return { rows: Math.round(rows), words: known.flatMap(({ sub, username }) => [sub, username]) };
}

/**
 * Reads every row of every table, of any schema, as text.
 *
 * @param {Sql} database
 * @param {string[]} words
 * @returns {Promise<string[]>} the tables that contain one of the words
 */
export async function tablesWith(database, words) {
  const tables = await database.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found = [];
  for (const { name } of tables) {
    const [row] = await database.query(`SELECT EXISTS (SELECT FROM ${name} AS t WHERE t::text LIKE ANY ($1)) AS mentions`, [
      words.map((word) => `%${word}%`),
    ]);
    if (row.mentions) found.push(name);
  }
  return found;
}
