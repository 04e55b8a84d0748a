/**
 * `npm run bench:anonymous`: the cost of each request that needs no credentials, in CPU time of the auth server and of PostgreSQL, with the
 * most expensive input that the limits allow.
 */
import { parseArgs } from 'node:util';
import { anonymousRequests, largestAuthorization } from './anonymous-requests.mjs';
import { stopWithin } from './cleanup.mjs';
import { readCpu } from './cpu-meter.mjs';
import { KEY_METHOD } from './forged-assertion.mjs';
import { createHostileTenant, hostileRequests } from './hostile-tenant.mjs';
import { median } from './goals.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';
import { Product } from './product.mjs';
import { number, table } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { SignInBrowser, fieldsOf } from './signin-browser.mjs';

/**
 * @typedef {import('./anonymous-requests.mjs').AnonymousRequest} AnonymousRequest
 * @typedef {import('./anonymous-requests.mjs').Visitor} Visitor
 * @typedef {{ product: Product, server: import('./server-process.mjs').ServerProcess, visitors: Visitor[] }} World
 * @typedef {{ label: string, auth: number, database: number }} Cost milliseconds of CPU for one request
 */

const MAX_MILLISECONDS = 10;
const MINUTES = 10;
const BATCHES = 5;
const REDIRECT_URIS = ['https://app.example.com/callback'];

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '300' },
    connections: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    'cpu-profiles': { type: 'string' },
  },
});

await runBench(() => {
  stopWithin(MINUTES);
  return main();
});

/** @returns {Promise<boolean>} whether the goal was met */
async function main() {
  pin(process.pid, FEEDING_CORE);
  const world = await start();
  /** @type {Cost[]} */
  const costs = [];
  for (const request of [...anonymousRequests(), ...hostileRequests()].filter(({ label }) => label.includes(values.only))) {
    const count = Number(values.requests);
    await sendAll(world, request, Math.ceil(count / 4));
    costs.push(await measure(world, request, count));
  }
  console.log(render(costs));
  return costs.every(({ auth, database }) => auth + database <= MAX_MILLISECONDS);
}

/** @returns {Promise<World>} */
async function start() {
  // Production would not let the hostile tenant's identity provider be on this machine.
  const product = await Product.start(values['cpu-profiles'], false, { NODE_ENV: 'development' });
  const { management } = product;
  const domain = await management.createDomain();
  const people = { grantType: 'AuthorizationCode', scope: 'openid profile email offline_access', redirectUris: REDIRECT_URIS };
  await management.createClient(domain, 'app', { ...people, clientType: 'Public' });
  await management.createClient(domain, 'bench');
  await management.createClient(domain, KEY_METHOD.client);
  await management.setAuthenticationMethod(domain, KEY_METHOD.client, KEY_METHOD.method);
  await createHostileTenant(management, domain, REDIRECT_URIS);
  const { server, port } = await product.startAuth('product', 0);
  const issuer = (product.settings['AUTH_URL'] ?? '').replace('{domain}', domain);
  const visitors = await Promise.all(Array.from({ length: Number(values.connections) }, () => visit(new SignInBrowser(port, issuer))));
  return { product, server, visitors };
}

/** @param {SignInBrowser} browser @returns {Promise<Visitor>} who has begun to sign in */
async function visit(browser) {
  const first = await browser.send(`/connect/authorize?${new URLSearchParams(largestAuthorization())}`);
  const { page, path } = await browser.follow(first);
  const { csrf = '' } = fieldsOf(page.body, path);
  const [asset = ''] = /\/assets\/[^"]+/.exec(page.body) ?? [];
  return { browser, signIn: path, csrf, asset };
}

/**
 * The median of several batches, because the usage of a PostgreSQL connection is lost when it ends.
 *
 * @param {World} world
 * @param {AnonymousRequest} request
 * @param {number} count
 * @returns {Promise<Cost>}
 */
async function measure(world, request, count) {
  const { server, product } = world;
  /** @type {{ auth: number, database: number }[]} */
  const batches = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const before = { auth: await readCpu(server.child), database: product.database.meter.cpu() };
    const sent = await sendAll(world, request, Math.ceil(count / BATCHES));
    const perRequest = (/** @type {number} */ from, /** @type {number} */ to) => (to - from) / sent / 1_000;
    const auth = perRequest(before.auth, await readCpu(server.child));
    batches.push({ auth, database: perRequest(before.database, product.database.meter.cpu()) });
  }
  const cost = { auth: median(batches.map(({ auth }) => auth)), database: median(batches.map(({ database }) => database)) };
  console.error(`${request.label.padEnd(64)} ${cost.auth.toFixed(2)} + ${cost.database.toFixed(2)} ms`);
  return { label: request.label, ...cost };
}

/**
 * @param {World} world
 * @param {AnonymousRequest} request
 * @param {number} count
 * @returns {Promise<number>} how many were sent
 */
async function sendAll({ visitors }, { label, send, statuses }, count) {
  const each = Math.ceil(count / visitors.length);
  const sendSome = async (/** @type {Visitor} */ visitor) => {
    for (let sent = 0; sent < each; sent += 1) {
      const { status, body } = await send(visitor);
      if (!statuses.includes(status)) throw new Error(`${label}: ${status} instead of ${statuses.join(' or ')}: ${body.slice(0, 300)}`);
    }
  };
  await Promise.all(visitors.map(sendSome));
  return each * visitors.length;
}

/** @param {Cost[]} costs */
function render(costs) {
  const rows = costs
    .toSorted((a, b) => b.auth + b.database - a.auth - a.database)
    .map(({ label, auth, database }) => [
      label,
      ...[auth, database, auth + database].map((milliseconds) => number(milliseconds, 2)),
      auth + database <= MAX_MILLISECONDS ? 'ok' : 'MISS',
    ]);
  return table([['request', 'auth server, ms', 'PostgreSQL, ms', 'sum', `at most ${MAX_MILLISECONDS}`], ...rows]);
}
