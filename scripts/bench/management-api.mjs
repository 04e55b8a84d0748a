/** `npm run bench:management`: the cost of the management API's most frequent requests, with many domains. */
import { populateDomains } from './domain-population.mjs';
import { encodeCall } from './http.mjs';
import { pin, readPeakMemory, SERVER_CORE } from './machine.mjs';
import { Product } from './product.mjs';
import { printGoals, spread } from './report.mjs';
import { measureLoad, printMeasurements } from './rounds.mjs';
import { runBench } from './run-bench.mjs';

/**
 * @typedef {{ method: string, path: string, body?: string }} Call
 * @typedef {{ name: string, atLeast: number, call: (domain: string, n: number) => Call }} Route `atLeast`: requests per second and core
 */

const DOMAINS = 2_000;
const WARM_UP_SECONDS = 3;
const CLIENT = JSON.stringify({ clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' });

/** @type {Route[]} */
const ROUTES = [
  { name: 'GET client', atLeast: 2_000, call: (domain) => ({ method: 'GET', path: `/v1/domain/${domain}/client/bench` }) },
  {
    name: 'PUT client',
    atLeast: 700,
    call: (domain, n) => ({ method: 'PUT', path: `/v1/domain/${domain}/client/app-${n}`, body: CLIENT }),
  },
  {
    name: 'POST user',
    atLeast: 700,
    call: (domain, n) => ({
      method: 'POST',
      path: `/v1/domain/${domain}/user`,
      body: JSON.stringify({ preferredUsername: `bench-user-${n}`, name: 'Maria Muster' }),
    }),
  },
  { name: 'POST domain', atLeast: 200, call: () => ({ method: 'POST', path: '/v1/domain' }) },
];
let sent = 0;

await runBench({ minutes: 5, defaults: { rounds: 5, seconds: 2, connections: 16 } }, async ({ rounds, seconds, connections }) => {
  const product = await Product.start();
  const domains = (await populateDomains(product, DOMAINS)).map(({ secret }) => secret);
  const { database, management, managementServer: server } = product;
  pin(server.child.pid, SERVER_CORE);
  const measurements = ROUTES.map(({ name, atLeast, call }) => {
    const next = () => encode(management, call(/** @type {string} */ (domains[Math.floor(Math.random() * DOMAINS)]), (sent += 1)));
    const target = { name, server, port: management.port, database };
    return { target, atLeast, next, rounds: /** @type {import('./rounds.mjs').Round[]} */ ([]), peakMemory: 0 };
  });
  for (let round = 0; round <= rounds; round += 1) {
    for (const { target, next, rounds: all } of measurements) {
      const options = { next, seconds: round === 0 ? WARM_UP_SECONDS : seconds, accepts: isCreatedOrOk };
      const measured = await measureLoad(target, connections, options);
      if (round > 0) all.push(measured);
    }
  }
  for (const measurement of measurements) measurement.peakMemory = readPeakMemory(server.child.pid);
  const goals = measurements.map(({ target, atLeast, rounds: all }) => {
    return { label: `${target.name}, requests/s for each core`, ...spread(all.map(({ cpu }) => 1e6 / cpu)), atLeast, digits: 0 };
  });
  return [printMeasurements(measurements), printGoals(goals)].every(Boolean);
});

/** @param {import('./load-connection.mjs').LoadResponse} response */
function isCreatedOrOk({ status }) {
  return status === 200 || status === 201;
}

/** @param {import('./management.mjs').Management} management @param {Call} call */
function encode({ port, apiKey }, call) {
  const headers = { host: `localhost:${port}`, 'x-api-key': apiKey, 'content-type': 'application/json' };
  return { bytes: encodeCall({ ...call, headers }) };
}
