/**
 * `npm run bench:people`: the CPU time of one request to each endpoint that users and their applications call, for the product and for bare
 * oidc-provider with everything in a Map, in one interleaved run.
 */
import { randomBytes } from 'node:crypto';
import { Browser } from './browser.mjs';
import { measureCost } from './cost.mjs';
import { PATHS } from './people-paths.mjs';
import { Product } from './product.mjs';
import { startReference } from './references.mjs';
import { compareCpu, median, number, printGoals, printTable } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { createAuthorizationRequest, REDIRECT_URI, signInByLink } from './sign-in.mjs';

/**
 * A server under test with a signed-in user.
 *
 * @typedef {import('./sign-in.mjs').Application} Application
 *
 * @typedef {object} PeopleTarget
 * @property {import('./server-process.mjs').ServerProcess} server
 * @property {Browser} browser has the session
 * @property {Application} application gets JWT access tokens
 * @property {Application} opaque gets access tokens that the server can introspect, revoke and return claims for
 * @property {import('./database.mjs').Database | null} database
 *
 * @typedef {import('./people-paths.mjs').Path} Path
 * @typedef {import('./cost.mjs').Cost} Cost
 * @typedef {{ requests: number, connections: number }} Amount
 */

// Fewer requests would measure how V8 compiles: both servers then cost the same again on top.
const defaults = { rounds: 5, requests: 800, connections: 16, only: '' };

await runBench({ minutes: 10, defaults }, async ({ rounds, only, ...amount }) => {
  const [bare, product] = [await startBare(), await startProduct()];
  const measured = PATHS.filter(({ name }) => name.includes(only)).map((path) => ({
    path,
    bare: { target: bare, rounds: /** @type {Cost[]} */ ([]) },
    product: { target: product, rounds: /** @type {Cost[]} */ ([]) },
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { path, ...sides } of measured) {
      const inTurn = round % 2 === 0 ? [sides.product, sides.bare] : [sides.bare, sides.product];
      for (const side of inTurn) side.rounds.push(await measure(path, side.target, amount));
    }
  }
  // Skips the first round, which warms up.
  for (const { bare: one, product: other } of measured) for (const side of [one, other]) side.rounds.shift();
  const rows = measured.map(({ path, ...sides }) => {
    const figures = [sides.product, sides.bare].map((side) => median(side.rounds.map(({ cpu }) => cpu)));
    const databaseCpu = median(sides.product.rounds.map((cost) => cost.databaseCpu));
    return [path.name, ...[...figures, databaseCpu].map((microseconds) => number(microseconds))];
  });
  printTable(['request', 'CPU us', 'CPU us of bare', 'PostgreSQL us'], rows);
  return printGoals(
    measured.flatMap(({ path, ...sides }) => compareCpu(`${path.name}, CPU to bare`, [sides.product, sides.bare], path.atMost)),
  );
});

/** @param {Path} path @param {PeopleTarget} target @param {Amount} amount @returns {Promise<Cost>} */
async function measure(path, target, { requests, connections }) {
  const browsers = Array.from({ length: connections }, () => target.browser.twin());
  const repeats = path.repeats ?? 1;
  const each = Math.ceil((requests * (path.weight ?? 1)) / connections / repeats);
  const work = await Promise.all(
    browsers.map(async (browser) => {
      const prepared = [];
      while (prepared.length < each) prepared.push((await path.prepare?.(browser, target)) ?? {});
      return { browser, prepared };
    }),
  );
  const cost = await measureCost(target, async () => {
    await Promise.all(
      work.map(async ({ browser, prepared }) => {
        for (const one of prepared) for (let sent = 0; sent < repeats; sent += 1) await path.send(browser, target, one);
      }),
    );
    return { requests: each * connections * repeats };
  });
  for (const browser of browsers) browser.close();
  return cost;
}

/** @returns {Promise<PeopleTarget>} */
async function startBare() {
  const secret = randomBytes(32).toString('base64url');
  const client = { client_secret: secret, grant_types: ['authorization_code', 'refresh_token'], redirect_uris: [REDIRECT_URI] };
  const clients = ['bench', 'opaque'].map((id) => ({ ...client, client_id: id, token_endpoint_auth_method: 'client_secret_basic' }));
  const { server, port, issuer } = await startReference('bare', () => ({ clients }));
  const browser = new Browser(port, issuer);
  const application = { clientId: 'bench', secret };
  const { path } = await browser.follow(await browser.send(createAuthorizationRequest(application).path));
  const answer = await browser.send(path, { form: { prompt: 'login', login: 'maria.muster', password: 'any' } });
  const { left } = await browser.follow(answer);
  if (!left?.href.startsWith(REDIRECT_URI)) throw new Error(`not signed in: ${answer.status} ${answer.body.slice(0, 500)}`);
  return { server, browser, application, opaque: { clientId: 'opaque', secret }, database: null };
}

/** The session starts with a magic link. @returns {Promise<PeopleTarget>} */
async function startProduct() {
  const product = await Product.start();
  const domain = await product.management.createDomain();
  const { server, port } = await product.startAuth('product');
  const { browser, application } = await signInByLink({ product, port, domain }, 'maria.muster');
  return { server, browser, application, opaque: application, database: product.database };
}
