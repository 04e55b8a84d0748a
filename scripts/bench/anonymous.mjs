/**
 * `npm run bench:anonymous`: the cost of each request that needs no credentials, in CPU time of the auth server and of PostgreSQL. It uses
 * the most expensive input that the limits allow, and the keys of a hostile tenant.
 */
import { anonymousRequests, createLargestAuthorization } from './anonymous-requests.mjs';
import { Browser, readFields } from './browser.mjs';
import { measureCost } from './cost.mjs';
import { createHostileTenant, hostileRequests } from './hostile-tenant.mjs';
import { Product } from './product.mjs';
import { median, number, once, printGoals, printTable } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { REDIRECT_URI } from './sign-in.mjs';

/**
 * @typedef {import('./anonymous-requests.mjs').AnonymousRequest} AnonymousRequest
 * @typedef {import('./anonymous-requests.mjs').Visitor} Visitor
 */

const BATCHES = 5;
const SHOWN = 8;

await runBench({ minutes: 15, defaults: { requests: 300, connections: 4, only: '' } }, async ({ requests, connections, only }) => {
  // Production would not allow an identity provider on this machine.
  const product = await Product.start({ settings: { NODE_ENV: 'development' } });
  const { management, database } = product;
  const domain = await management.createDomain();
  const people = { grantType: 'AuthorizationCode', scope: 'openid profile email offline_access', redirectUris: [REDIRECT_URI] };
  await management.createClient(domain, 'app', { ...people, clientType: 'Public' });
  await management.createClient(domain, 'bench');
  await createHostileTenant(management, domain);
  const { server, port } = await product.startAuth('product');
  const { issuer } = product.locate(domain);
  const visitors = await Promise.all(Array.from({ length: connections }, () => visit(new Browser(port, issuer))));
  const costs = [];
  for (const request of [...anonymousRequests(), ...hostileRequests()].filter(({ label }) => label.includes(only))) {
    await sendAll(visitors, request, requests / 4);
    // The median of several batches, because the usage of a PostgreSQL connection that closes meanwhile is lost.
    const batches = [];
    for (let batch = 0; batch < BATCHES; batch += 1)
      batches.push(await measureCost({ server, database }, () => sendAll(visitors, request, requests / BATCHES)));
    const [auth, postgres] = [median(batches.map(({ cpu }) => cpu / 1_000)), median(batches.map(({ databaseCpu }) => databaseCpu / 1_000))];
    costs.push({ label: request.label, auth, postgres, sum: auth + postgres });
    console.error(`${request.label.padEnd(64)} ${number(auth, 2)} + ${number(postgres, 2)} ms`);
  }
  costs.sort((a, b) => b.sum - a.sum);
  printTable(
    ['most expensive requests', 'auth server, ms', 'PostgreSQL, ms', 'sum'],
    costs.slice(0, SHOWN).map(({ label, ...figures }) => [label, ...Object.values(figures).map((ms) => number(ms, 2))]),
  );
  const most = once(costs[0]?.sum ?? Number.NaN);
  return printGoals([{ label: 'most expensive anonymous request, ms of CPU of both', ...most, atMost: 10, digits: 1 }]);
});

/** @param {Browser} browser @returns {Promise<Visitor>} after beginning a sign-in */
async function visit(browser) {
  const first = await browser.send(`/connect/authorize?${new URLSearchParams(createLargestAuthorization())}`);
  const { page, path } = await browser.follow(first);
  const { csrf = '' } = readFields(page.body, path);
  const [asset = ''] = /\/assets\/[^"]+/.exec(page.body) ?? [];
  return { browser, signIn: path, csrf, asset };
}

/** @type {(visitors: Visitor[], request: AnonymousRequest, count: number) => Promise<{ requests: number }>} */
async function sendAll(visitors, { label, send, statuses }, count) {
  const each = Math.ceil(count / visitors.length);
  await Promise.all(
    visitors.map(async (visitor) => {
      for (let sent = 0; sent < each; sent += 1) {
        const { status, body } = await send(visitor);
        if (!statuses.includes(status)) throw new Error(`${label}: ${status} instead of ${statuses.join(' or ')}: ${body.slice(0, 300)}`);
      }
    }),
  );
  return { requests: each * visitors.length };
}
