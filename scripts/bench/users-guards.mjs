/** @typedef {import('./report.mjs').Guard} Guard */

/** The same page, found by reading every user of the domain. */
const BY_READING_ALL = `
  WITH matches AS MATERIALIZED (
    SELECT block, created_at, sub FROM end_user
    WHERE domain_id = $1 AND ($2::text IS NULL OR strpos(search_text, $2) > 0) AND ($3::text IS NULL OR identity_provider = $3))
  SELECT (SELECT count(*)::integer FROM matches) AS total,
         ARRAY (SELECT sub FROM matches ORDER BY block, created_at, sub LIMIT $4 OFFSET $5) AS subs`;
const MAX_PER_GROUP = 3;
/** Totals of searches are exact up to this. */
const EXACTLY_COUNTED = 1_000;

/**
 * Figures of wrong answers would not count, so every case is compared with the result of reading all users.
 *
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {import('./users-cases.mjs').Case[]} cases
 * @returns {Promise<Guard[]>}
 */
export async function checkCases(database, cases) {
  const once = [...Map.groupBy(cases, ({ group }) => group).values()].flatMap((group) => group.slice(0, MAX_PER_GROUP));
  const wrong = [];
  for (const asked of once) if (!(await isRight(database, asked))) wrong.push(asked.label);
  return [
    {
      promise: `${once.length} lists and searches have the page and the total that reading all users finds`,
      kept: wrong.length === 0,
      seen: wrong.length === 0 ? 'all of them' : `not: ${wrong.join(', ')}`,
    },
  ];
}

/**
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {import('./users-cases.mjs').Case} asked
 */
async function isRight(database, asked) {
  const { search, identityProvider, limit, offset } = asked.query;
  const page = await database.search(asked);
  const [{ total, subs }] = await database.query(BY_READING_ALL, [asked.domainId, search, identityProvider, limit, offset]);
  const same = JSON.stringify(page.users.map(({ sub }) => sub)) === JSON.stringify(subs);
  const counted = search === null ? total : Math.min(total, Math.max(EXACTLY_COUNTED, offset + limit + 1));
  return same && page.total >= counted && page.total <= total && page.more === total > offset + limit;
}
