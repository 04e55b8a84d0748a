/**
 * A list or a search that is measured.
 *
 * @typedef {object} Case
 * @property {string} label
 * @property {'search' | 'short' | 'page'} kind of three characters or more, of one or two, or of nothing
 * @property {string} group cases of one group share a row of the table
 * @property {string} domainId
 * @property {import('@latchkey/persistence').UserQuery} query
 * @property {boolean} explained whether its plan is shown
 */

/** @type {[label: string, search: string | null, more?: { identityProvider?: string, offset?: number, explained?: boolean }][]} */
const CASES = [
  ['a first name', 'james'],
  ['a last name', 'garcia'],
  ['first and last name', 'mary.smith', { explained: true }],
  ['a part with its end', 'mes.'],
  ['a number in many', '9999'],
  ['a name in another script', 'иван'],
  ['a mail provider, four of ten', 'gmail.com', { explained: true }],
  ['what most have', 'com'],
  ['what all have', '@', { explained: true }],
  ['what many have, all of them late', '@newcorp', { explained: true }],
  ['what many have, all of them late, in full', 'newcorp.example'],
  ['what nobody has', 'zzzzqqq', { explained: true }],
  ['parts that many have, the whole nobody', 'james.jamesson'],
  ['punctuation', '...'],
  ['wildcards', 'a%b_c'],
  ['what most have, of a rare provider', 'com', { identityProvider: 'entra' }],
  ['a name, of a provider', 'smith', { identityProvider: 'google' }],
  ['a name, of no provider that there is', 'smith', { identityProvider: 'nobody' }],
  ['a mail provider, its page at 9,900', 'gmail.com', { offset: 9_900 }],
  ['a mail provider, its page at 50,000', 'gmail.com', { offset: 50_000 }],
  ['one letter', 'a'],
  ['a rarer letter', 'z'],
  ['two letters', 'qu', { explained: true }],
  ['two that nobody has', 'qq'],
  ['one character of another script', '李'],
  ['two characters of another script', '小明'],
  ['one wildcard', '%'],
  ['the page at 0', null],
  ['the page at 1,000', null, { offset: 1_000 }],
  ['the page at 10,000', null, { offset: 10_000 }],
  ['the page at 50,000', null, { offset: 50_000 }],
  ['the page at 100,000', null, { offset: 100_000, explained: true }],
  ['of a provider, the page at 0', null, { identityProvider: 'google' }],
  ['of a provider, the page at 50,000', null, { identityProvider: 'google', offset: 50_000 }],
  ['of the usual provider, the page at 100,000', null, { identityProvider: 'local', offset: 100_000 }],
];

/** Each search looks for other users, so that no cache helps. */
const RARE = 25;

/**
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {import('./users-population.mjs').Population} population
 * @returns {Promise<Case[]>}
 */
export async function casesOf(database, { large, small }) {
  const listed = CASES.map(([label, search, { explained = false, ...more } = {}]) => ({
    ...caseOf(large, search, { label, ...more }),
    explained,
  }));
  const inSmall = [
    caseOf(small, 'smith', { label: 'a name' }),
    caseOf(small, 'a', { label: 'one letter' }),
    caseOf(small, 'zzzzqqq', { label: 'what nobody has' }),
    caseOf(small, null, { label: 'the page at 0' }),
  ];
  return [
    ...listed,
    ...(await rareCases(database, large)),
    ...inSmall.map((each) => ({
      ...each,
      label: `in a domain of a hundred: ${each.label}`,
      group: `in a domain of a hundred: ${each.label}`,
    })),
  ];
}

/**
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {string} domainId
 */
async function rareCases(database, domainId) {
  const rows = await database.query(
    `SELECT username_key AS username, attributes ->> 'email' AS email FROM end_user
     WHERE domain_id = $1 ORDER BY hashint4(('x' || left(sub::text, 8))::bit(32)::integer) LIMIT $2`,
    [domainId, RARE],
  );
  return rows.flatMap(({ username, email }) => [
    { ...caseOf(domainId, username), group: 'one whole username' },
    { ...caseOf(domainId, email), group: 'one whole email address' },
    { ...caseOf(domainId, username.slice(-8)), group: 'the last eight characters of a username' },
  ]);
}

/**
 * @param {string} domainId
 * @param {string | null} search
 * @param {{ label?: string, identityProvider?: string, offset?: number }} [more]
 * @returns {Case}
 */
function caseOf(domainId, search, { label = String(search), identityProvider, offset = 0 } = {}) {
  const kind = search === null ? 'page' : Array.from(search).length < 3 ? 'short' : 'search';
  const query = { search, identityProvider: identityProvider ?? null, limit: 100, offset };
  return { label, kind, group: search === null ? label : `${label}: ${search}`, domainId, query, explained: false };
}
