/** `npm run bench:delete`: the effect of a deletion on others. Deletes a domain with a million users while another domain gets tokens. */
import { setTimeout as wait } from 'node:timers/promises';
import { fillDomain } from './delete-population.mjs';
import { PacedLoad } from './paced-load.mjs';
import { domainOf, Product } from './product.mjs';
import { number, once, printGoals, printGuards, printTable } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { createTokenRequest, encodeTokenRequest } from './token-requests.mjs';

const WARM_UP_MS = 10_000;
/** Short enough to observe a relevant wait several times. */
const LOCK_POLL_MS = 20;
const LONGEST_WAIT = `
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS ms FROM pg_locks WHERE NOT granted`;

/** `rate`: tokens of another domain per second; `quiet`: seconds that are measured before. */
await runBench({ minutes: 60, defaults: { users: 1_000_000, rate: 300, quiet: 60 } }, async ({ users, rate, quiet }) => {
  const product = await Product.start();
  const { server, port } = await product.startAuth('auth');
  product.unpin(server);
  const { database, management } = product;
  const [large, other] = [await product.createParty(), await product.createParty()];
  const name = domainOf(large);
  const [{ id }] = await database.query('SELECT id FROM domain WHERE name = $1', [name]);
  console.error(`creating ${number(users)} users in one domain`);
  const rows = await fillDomain(database, id, users);
  const load = new PacedLoad(encodeTokenRequest(createTokenRequest('secret', other)), rate);
  await load.start(port);
  await wait(WARM_UP_MS);
  const calm = await load.measure(() => wait(quiet * 1_000));
  console.error(`deleting ${number(rows)} rows`);
  const [startedAt, waits] = [performance.now(), { longest: 0 }];
  const meanwhile = await load.measure(async () => {
    await management.deleteDomain(name);
    for (; (await database.query('SELECT FROM domain WHERE id = $1', [id])).length > 0; await wait(LOCK_POLL_MS))
      waits.longest = Math.max(waits.longest, (await database.query(LONGEST_WAIT))[0].ms);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  load.stop();
  const guards = [
    { promise: 'every request of the other domain got a token', kept: Object.keys(load.bad).length === 0, seen: JSON.stringify(load.bad) },
  ];
  return [report({ rows, seconds, calm, meanwhile, longestWait: waits.longest }), printGuards(guards)].every(Boolean);
});

/** @typedef {import('./paced-load.mjs').Latency} Latency */

/** @param {{ rows: number, seconds: number, calm: Latency, meanwhile: Latency, longestWait: number }} measured */
function report({ rows, seconds, calm, meanwhile, longestWait }) {
  printTable(
    ['tokens of another domain', 'requests', 'p50 ms', 'p99 ms'],
    Object.entries({ before: calm, meanwhile }).map(([phase, { requests, p50, p99 }]) => [
      phase,
      number(requests),
      number(p50, 2),
      number(p99, 2),
    ]),
  );
  return printGoals([
    { label: `from the 204 until ${number(rows)} rows are gone, s`, ...once(seconds), atMost: 300, digits: 0 },
    { label: "another domain's p99 meanwhile, to its calm p99", ...once(meanwhile.p99 / calm.p99), atMost: 1.5, digits: 2 },
    { label: 'longest wait for a lock, ms', ...once(longestWait), atMost: 100, digits: 0 },
  ]);
}
