/** `npm run bench:management`: the cost of the management API's most frequent requests, among many domains. */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { readCpu, readMemory } from './cpu-meter.mjs';
import { stopWithin } from './cleanup.mjs';
import { populateDomains } from './domain-population.mjs';
import { recordGoals } from './goal-file.mjs';
import { median, spread } from './goals.mjs';
import { LoadConnection } from './load-connection.mjs';
import { encodeCall } from './load-request.mjs';
import { Product } from './product.mjs';
import { number, table } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { SERVER_CORE, pin } from './pinning.mjs';
import { wholeNumber } from './whole-number.mjs';

/**
 * @typedef {{ cpu: number, databaseCpu: number, statements: number, rate: number, bad: number }} Round microseconds for a request
 * @typedef {{ method: string, path: string, body?: string }} Call
 * @typedef {{ name: string, goal: number, call: (domain: string, n: number) => Call }} Route `goal`: requests a second for each core
 */

const CONNECTIONS = 16;
const DOMAINS = 2_000;
const WARM_UP_SECONDS = 3;
const MINUTES = 4;
const CLIENT = JSON.stringify({ clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' });
const usage = `npm run bench:management -- [--rounds 5] [--seconds 2] [--only TEXT] [--cpu-profiles DIR]`;

/** @type {Route[]} */
const ROUTES = [
  { name: 'GET client', goal: 2_000, call: (domain) => ({ method: 'GET', path: `/v1/domain/${domain}/client/bench` }) },
  { name: 'PUT client', goal: 700, call: (domain, n) => ({ method: 'PUT', path: `/v1/domain/${domain}/client/app-${n}`, body: CLIENT }) },
  {
    name: 'POST user',
    goal: 700,
    call: (domain, n) => ({
      method: 'POST',
      path: `/v1/domain/${domain}/user`,
      body: JSON.stringify({ preferredUsername: `bench-user-${n}`, name: 'Maria Muster' }),
    }),
  },
  { name: 'POST domain', goal: 200, call: () => ({ method: 'POST', path: '/v1/domain' }) },
];

/**
 * @param {{ rounds: number, seconds: number, only: string, cpuProfiles: string | undefined }} options `only`: text in the names of routes
 * @returns {Promise<boolean>} whether every request succeeded
 */
async function main({ rounds, seconds, only, cpuProfiles }) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  const product = await Product.start(cpuProfiles);
  const domains = (await populateDomains(product, DOMAINS)).map(({ secret }) => secret);
  const server = /** @type {import('./server-process.mjs').ServerProcess} */ (product.managementServer);
  pin(/** @type {number} */ (server.child.pid), SERVER_CORE);
  const routes = ROUTES.filter(({ name }) => name.includes(only)).map((route) => ({
    ...route,
    rounds: /** @type {Round[]} */ ([]),
    next: 0,
  }));
  for (let round = -1; round < rounds; round += 1) {
    for (const route of routes) {
      const measured = await measureRound(product, route, { domains, seconds: round < 0 ? WARM_UP_SECONDS : seconds });
      if (round >= 0) route.rounds.push(measured);
      console.error(`${route.name.padEnd(12)} ${measured.cpu.toFixed(0)} us, ${measured.rate.toFixed(0)}/s, ${measured.bad} bad`);
    }
  }
  console.log(`\n${report(routes)}\n\n${number((await readMemory(server.child)).peak, 0)} MB at most`);
  return routes.every((route) => route.rounds.every(({ bad }) => bad === 0));
}

/**
 * @param {Product} product
 * @param {Route & { next: number }} route
 * @param {{ domains: string[], seconds: number }} options
 * @returns {Promise<Round>}
 */
async function measureRound({ database, management, managementServer }, route, { domains, seconds }) {
  const { child } = /** @type {import('./server-process.mjs').ServerProcess} */ (managementServer);
  const connections = Array.from({ length: CONNECTIONS }, () => new LoadConnection(management.port));
  await Promise.all(connections.map((connection) => connection.opened()));
  const read = async () => ({ cpu: await readCpu(child), database: database.meter.cpu(), statements: await database.meter.statements() });
  const [before, startedAt] = [await read(), performance.now()];
  const tally = { answered: 0, bad: 0 };
  const next = () => {
    if (performance.now() - startedAt >= seconds * 1_000) return null;
    const call = route.call(/** @type {string} */ (domains[Math.floor(Math.random() * domains.length)]), (route.next += 1));
    /** @type {Record<string, string>} */
    const type = call.body === undefined ? {} : { 'content-type': 'application/json' };
    return encodeCall({ ...call, headers: { host: `localhost:${management.port}`, 'x-api-key': management.apiKey, ...type } });
  };
  await Promise.all(connections.map((connection) => keepBusy(connection, next, tally)));
  const [after, elapsed] = [await read(), (performance.now() - startedAt) / 1_000];
  for (const connection of connections) connection.close();
  const perRequest = (/** @type {keyof typeof before} */ key) => (after[key] - before[key]) / tally.answered;
  const figures = { cpu: perRequest('cpu'), databaseCpu: perRequest('database'), statements: perRequest('statements') };
  return { ...figures, rate: tally.answered / elapsed, bad: tally.bad };
}

/**
 * @param {LoadConnection} connection
 * @param {() => Buffer | null} next null: nothing more to send
 * @param {{ answered: number, bad: number }} tally which is added to
 * @returns {Promise<void>}
 */
function keepBusy(connection, next, tally) {
  return new Promise((resolve) => {
    const send = () => {
      const request = next();
      if (!request) return resolve();
      connection.send(request, ({ status, failure }) => {
        tally.answered += 1;
        if (status !== 200 && status !== 201) tally.bad += 1;
        if (failure !== undefined) return resolve();
        send();
      });
    };
    send();
  });
}

/** @param {(Route & { rounds: Round[] })[]} routes */
function report(routes) {
  const rows = routes.map(({ name, goal, rounds }) => {
    const figure = (/** @type {keyof Round} */ key) => median(rounds.map((round) => round[key]));
    const perCore = 1e6 / figure('cpu');
    const rates = spread(rounds.map(({ cpu }) => 1e6 / cpu));
    recordGoals([{ label: `${name}, requests/s for each core`, ...rates, atMost: goal, atLeast: goal, digits: 0 }]);
    const figures = [
      number(figure('cpu'), 0),
      number(figure('databaseCpu'), 0),
      number(figure('statements'), 1),
      number(figure('rate'), 0),
    ];
    return [name, ...figures, number(perCore, 0), number(goal, 0), perCore >= goal ? 'ok' : 'MISS'];
  });
  const head = ['request', 'CPU us', 'PostgreSQL us', 'statements', 'requests/s', 'for each core of Node', 'at least', ''];
  return table([head, ...rows]);
}

await runBench(() => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      'cpu-profiles': { type: 'string' },
    },
  });
  stopWithin(MINUTES);
  return main({
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    only: values.only,
    cpuProfiles: values['cpu-profiles'],
  });
}, usage);
