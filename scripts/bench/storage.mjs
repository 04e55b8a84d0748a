/**
 * `npm run bench:storage`: the bytes that a user takes in PostgreSQL. Users are created by the API, sign in with a link, and get tokens with a
 * refresh token; so every row is one that the product wrote.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cleanUp, onEnd, stopWithin } from './cleanup.mjs';
import { Product } from './product.mjs';
import { number, table } from './report.mjs';
import { exchange } from './signin-flows.mjs';
import { signInByLink } from './signin-targets.mjs';

const MINUTES = 15;
/** Each of them has a page or two before any row is there. Partitions count as their table. */
const SIZES = `SELECT coalesce(inhparent, oid)::regclass::text AS name, sum(pg_total_relation_size(oid))::float8 AS bytes
  FROM pg_class LEFT JOIN pg_inherits ON inhrelid = oid WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1`;
/** One for each user, with a public key of the length of ES256 in COSE. */
const PASSKEYS = `
  INSERT INTO passkey (domain_id, sub, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, name)
  SELECT domain_id, sub, sha256(sub::text::bytea), decode(repeat('5a', 77), 'hex'), 0, '{internal}', gen_random_uuid(), true, true, 'Passkey' FROM end_user`;

const { values } = parseArgs({ options: { users: { type: 'string', default: '250' } } });
const users = Number(values.users);

try {
  stopWithin(MINUTES);
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function main() {
  const product = await Product.start(undefined);
  const database = new pg.Client(product.database.url);
  await database.connect();
  onEnd(() => database.end());
  const domain = await product.management.createDomain();
  const { port } = await product.startAuth('product', 0);
  const before = await readSizes(database);
  for (let n = 1; n <= users; n += 1) {
    const { browser, application } = await signInByLink({ product, port, domain }, `maria.muster.${n}`);
    await exchange(browser, application);
    browser.close();
  }
  await database.query(PASSKEYS);
  report(before, await readSizes(database));
}

/** @param {pg.Client} database */
async function readSizes(database) {
  const { rows } = await database.query(SIZES);
  return new Map(rows.map((/** @type {{ name: string, bytes: number }} */ { name, bytes }) => [name, bytes]));
}

/**
 * @param {Map<string, number>} before
 * @param {Map<string, number>} after
 */
function report(before, after) {
  const grown = [...after]
    .map(([name, bytes]) => ({ name, each: (bytes - (before.get(name) ?? 0)) / users }))
    .filter(({ each }) => each > 0);
  const rows = grown.toSorted((one, other) => other.each - one.each).map(({ name, each }) => [name, number(each, 0)]);
  console.log(`Bytes for each of ${users} users, with indexes: one sign-in, one passkey, one client\n`);
  console.log(table([['table', 'bytes'], ...rows]));
}
