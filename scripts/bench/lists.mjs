/** `npm run bench:lists`: how long the console's requests take where lists are long. */
import { Agent } from 'node:http';
import { fillUsers } from './delete-population.mjs';
import { send } from './http.mjs';
import { domainOf, Product } from './product.mjs';
import { number, once, printGoals, printTable, quantile } from './report.mjs';
import { runBench } from './run-bench.mjs';

const WARM_UP = 10;
const PAGE_MS = 300;
const SEARCH_MS = 200;
/** Nobody scrolls further. */
const LATE = 100_000;

const DOMAINS = `
  INSERT INTO domain (subscription_id, name, kind, status, longest_expiry, verified_at, dns_target, created_at)
  SELECT (SELECT subscription_id FROM api_key LIMIT 1), 'shop-' || n || '.sandbox.localhost', 'sandbox', 'active', 3600, now(), '',
         now() - make_interval(secs => $1::integer - n)
  FROM generate_series(1, $1::integer) AS n`;
const CLIENTS = `
  INSERT INTO client (domain_id, client_id, client_type, grant_type, scope, presentation, name_key, created_at)
  SELECT $1, 'service-' || n, 'Confidential', 'ClientCredentials', 'read', jsonb_build_object('name', 'Service ' || n), 'service ' || n,
         now() - make_interval(secs => $2::integer - n)
  FROM generate_series(1, $2::integer) AS n`;

/** @typedef {{ name: string, path: string, isSearch?: boolean }} Read */

/**
 * The first and a late page of a list, and searches.
 *
 * @param {string} path
 * @param {number} length
 * @param {string[]} searches
 * @returns {Read[]}
 */
function readsOf(path, length, searches) {
  const name = `${path.split('/').at(-1)}s`;
  return [
    { name: `${name}, first page`, path: `${path}?limit=100` },
    { name: `${name}, a late page`, path: `${path}?limit=100&offset=${Math.min(length, LATE) - 100}` },
    ...searches.map((search) => ({
      name: `${name}, search "${search}"`,
      path: `${path}?limit=100&search=${encodeURIComponent(search)}`,
      isSearch: true,
    })),
  ];
}

/** `requests` of each kind, by `connections` at once. */
const DEFAULTS = { domains: 50_000, clients: 50_000, users: 1_000_000, requests: 100, connections: 2 };

await runBench({ minutes: 30, defaults: DEFAULTS }, async ({ domains, clients, users, requests, connections }) => {
  const product = await Product.start();
  product.unpin();
  const { database, management } = product;
  const domain = domainOf(await product.createParty());
  const [{ id }] = await database.query('SELECT id FROM domain WHERE name = $1', [domain]);
  await database.query(DOMAINS, [domains]);
  await database.query(CLIENTS, [id, clients]);
  await fillUsers(database, id, users);
  await database.query('VACUUM ANALYZE');
  const path = `/v1/domain/${domain}`;
  const reads = [
    ...readsOf('/v1/domain', domains, ['shop-4', 'hop-49999', 'sandbox', 'none']),
    ...readsOf(`${path}/client`, clients, ['service-4', 'ice-49999', 'VICE 4', 'none']),
    ...readsOf(`${path}/user`, users, ['maria', 'muster.777', 'r.999999', 'none-such']),
    { name: 'log', path: `${path}/log?limit=100` },
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const measure = async (/** @type {Read} */ { path: target }) => {
    const started = performance.now();
    const answer = await send({ port: management.port, method: 'GET', path: target, headers: { 'x-api-key': management.apiKey }, agent });
    if (answer.status !== 200) throw new Error(`GET ${target}: ${answer.status} ${answer.body}`);
    return performance.now() - started;
  };
  const measured = /** @type {(Read & { p50: number, p95: number })[]} */ ([]);
  for (const read of reads) {
    for (let n = 0; n < WARM_UP; n += 1) await measure(read);
    const turns = Array.from({ length: connections }, async () => {
      const times = [];
      for (let n = 0; n < requests / connections; n += 1) times.push(await measure(read));
      return times;
    });
    const times = (await Promise.all(turns)).flat();
    measured.push({ ...read, p50: quantile(times, 0.5), p95: quantile(times, 0.95) });
  }
  agent.destroy();
  printTable(
    ['request', 'p50 ms', 'p95 ms'],
    measured.map(({ name, p50, p95 }) => [name, number(p50, 1), number(p95, 1)]),
  );
  const worst = (/** @type {boolean} */ isSearch) =>
    Math.max(...measured.filter((read) => Boolean(read.isSearch) === isSearch).map(({ p95 }) => p95));
  return printGoals([
    { label: 'slowest page, p95, ms', ...once(worst(false)), atMost: PAGE_MS, digits: 0 },
    { label: 'slowest search, p95, ms', ...once(worst(true)), atMost: SEARCH_MS, digits: 0 },
  ]);
});
