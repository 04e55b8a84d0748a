/**
 * @typedef {object} Population
 * @property {string} large id of the domain with most users
 * @property {string} small id of one of the others
 * @property {{ name: string, bytes: number }[]} sizes of the table and its indexes
 */

const FIRST =
  `james mary robert patricia john jennifer michael linda david elizabeth william barbara richard susan joseph jessica thomas karen
  christopher sarah charles lisa daniel nancy matthew sandra anthony betty mark ashley donald emily steven kimberly andrew margaret paul donna
  joshua michelle kenneth carol kevin amanda brian melissa timothy deborah ronald stephanie jürgen björn søren łukasz françois zoë иван ольга
  дмитрий 小明 美玲 健太 さくら 지훈 서연`.split(/\s+/);
const LAST =
  `smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor
  moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king wright scott torres nguyen
  hill flores green adams nelson baker hall rivera campbell mitchell carter roberts müller größmann sørensen петров иванова 王 李 田中 김`.split(
    /\s+/,
  );
/** Most people are with few providers. */
const MAIL = `gmail.com gmail.com gmail.com gmail.com outlook.com outlook.com yahoo.com icloud.com company.example web.de`.split(' ');
/** The last fifth of the large domain has another origin: common terms are at the end. */
const LATE = 'newcorp.example';

/** The texts are folded already, as the product would store them. Names and numbers make every username unique. */
const USERS = `
  INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes, created_at)
  SELECT $1, (n - $2::integer) / 16384, CASE WHEN n % 10 = 0 THEN 'google' WHEN n % 1000 = 1 THEN 'entra' ELSE 'local' END, username, username || E'\\n' || email,
         jsonb_build_object('preferred_username', username, 'name', initcap(replace(username, '.', ' ')), 'email', email, 'email_verified', true,
           'picture', 'https://pictures.example.com/' || n || '.png', 'zoneinfo', 'Europe/Berlin', 'locale', 'de-DE', 'roles', '["reader"]'::jsonb),
         now() - interval '1 year' + n * interval '10 seconds'
  FROM generate_series($2::integer, $3::integer) AS n,
       format('%s.%s%s', ($5::text[])[1 + abs(hashint4(n)) % cardinality($5::text[])], ($6::text[])[1 + abs(hashint4(n + 7)) % cardinality($6::text[])], n) AS username,
       format('%s@%s', username, CASE WHEN n > $4 THEN '${LATE}' ELSE ($7::text[])[1 + abs(hashint4(n + 13)) % cardinality($7::text[])] END) AS email`;

const COUNTS = `
  INSERT INTO user_count SELECT domain_id, identity_provider, 0, count(*), count(*) FROM end_user GROUP BY domain_id, identity_provider`;
const INDEXES = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index WHERE indrelid = 'end_user'::regclass AND NOT indisprimary`;
const SIZES = `
  SELECT 'end_user' AS name, pg_table_size('end_user')::float8 AS bytes UNION ALL
  SELECT indexrelid::regclass::text, pg_relation_size(indexrelid)::float8 FROM pg_index WHERE indrelid = 'end_user'::regclass ORDER BY 1`;

/**
 * Fills the tables by SQL. Indexes are created afterwards from their own definitions, which is faster.
 *
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {import('./users.mjs').Options} options
 * @returns {Promise<Population>}
 */
export async function populate(database, { users, domains, each }) {
  const restore = await dropIndexes(database);
  const ids = await makeDomains(database, domains + 1);
  const [large, ...others] = ids;
  await fill(database, /** @type {string} */ (large), { from: 1, to: users, late: users * 0.8 });
  for (const [n, id] of others.entries()) await fill(database, id, { from: n * each + 1, to: (n + 1) * each, late: Infinity });
  await database.query(COUNTS);
  await restore();
  await database.query('VACUUM ANALYZE');
  const sizes = await database.query(SIZES);
  return { large: /** @type {string} */ (large), small: /** @type {string} */ (others[0]), sizes };
}

/**
 * @param {Sql} database
 * @returns {Promise<() => Promise<void>>} makes them again
 */
export async function dropIndexes(database) {
  const indexes = await database.query(INDEXES);
  for (const { name } of indexes) await database.query(`DROP INDEX ${name}`);
  return async () => {
    await database.query(`SET maintenance_work_mem = '512MB'`);
    for (const { definition } of indexes) await database.query(definition);
  };
}

/**
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {number} count
 * @returns {Promise<string[]>}
 */
async function makeDomains(database, count) {
  const [subscription] = await database.query(`INSERT INTO subscription (name) VALUES ('bench') RETURNING id`);
  const rows = await database.query(
    `INSERT INTO domain (subscription_id, name, kind, status, longest_expiry, verified_at)
     SELECT $1, n || '.example.com', 'custom', 'active', 3600, now() FROM generate_series(1, $2::integer) AS n RETURNING id`,
    [subscription.id, count],
  );
  return rows.map(({ id }) => id);
}

/**
 * @typedef {{ query: (text: string, values?: unknown[]) => Promise<any[]> }} Sql
 * @param {Sql} database
 * @param {string} domainId
 * @param {{ from: number, to: number, late: number }} range numbers of the users; those after `late` are from elsewhere
 */
export async function fill(database, domainId, { from, to, late }) {
  await database.query(USERS, [domainId, from, to, Math.min(late, to), FIRST, LAST, MAIL]);
}
