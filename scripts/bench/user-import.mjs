/** `npm run bench:import`: the speed of an import of users, and its effect on other domains. */
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeCall, send } from './http.mjs';
import { readPeakMemory } from './machine.mjs';
import { PacedLoad } from './paced-load.mjs';
import { Product } from './product.mjs';
import { number, once, printGoals, printTable } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { createTokenRequest, encodeTokenRequest } from './token-requests.mjs';

const READS_PER_SECOND = 50;
const TOKENS_PER_SECOND = 100;
const CALM_MS = 15_000;
const WARM_UP_MS = 5_000;
/** The permitted effect on others: a multiple of their normal p99, and milliseconds below which a difference is noise. */
const TIMES = 1.5;
const MORE_MS = 5;

await runBench({ minutes: 6, defaults: { users: 100_000 } }, async ({ users }) => {
  // Made before, because its work would delay the load generator.
  const file = createFile(users);
  const product = await Product.start();
  product.unpin();
  const [importing, other] = [await product.management.createDomain(), await product.createParty()];
  const auth = await product.startAuth('auth');
  product.unpin(auth.server);
  const { port, apiKey } = product.management;
  const headers = { host: `localhost:${port}`, 'x-api-key': apiKey };
  const path = `/v1/domain/${new URL(other.issuer).hostname}/client/${other.clientId}`;
  const probes = [
    { label: 'tokens', port: auth.port, load: new PacedLoad(encodeTokenRequest(createTokenRequest('secret', other)), TOKENS_PER_SECOND) },
    { label: 'reads', port, load: new PacedLoad(encodeCall({ method: 'GET', path, headers }), READS_PER_SECOND) },
  ];
  for (const { load, port: target } of probes) await load.start(target);
  await wait(WARM_UP_MS);
  /** @param {() => Promise<unknown>} work */
  const measure = (work) => Promise.all(probes.map(({ load }) => load.measure(() => work())));
  const calm = await measure(() => wait(CALM_MS));
  let seconds = Number.NaN;
  const importOnce = shareRun(async () => {
    const startedAt = performance.now();
    await importUsers(product, importing, { users, file });
    seconds = (performance.now() - startedAt) / 1_000;
  });
  const meanwhile = await measure(importOnce);
  for (const { label, load } of probes) {
    load.stop();
    if (Object.keys(load.bad).length > 0) throw new Error(`${label}: ${JSON.stringify(load.bad)}`);
  }
  printTable(
    ['another domain', 'calm p50 ms', 'calm p99 ms', 'p50 ms meanwhile', 'p99 ms meanwhile'],
    probes.map(({ label }, n) => [
      label,
      ...[calm[n]?.p50, calm[n]?.p99, meanwhile[n]?.p50, meanwhile[n]?.p99].map((ms) => number(ms ?? Number.NaN, 1)),
    ]),
  );
  return printGoals([
    { label: `import of ${users} users, s`, ...once(seconds), atMost: (users / 100_000) * 60, digits: 1 },
    {
      label: 'peak memory of the management API, MB',
      ...once(readPeakMemory(product.managementServer.child.pid)),
      atMost: 300,
      digits: 0,
    },
    ...probes.map(({ label }, n) => {
      const bound = TIMES * (calm[n]?.p99 ?? Number.NaN) + MORE_MS;
      return { label: `${label} of another domain beside it, p99, ms`, ...once(meanwhile[n]?.p99 ?? Number.NaN), atMost: bound, digits: 1 };
    }),
  ]);
});

/** Runs work for the first of several callers; all of them wait for it. @param {() => Promise<void>} work */
function shareRun(work) {
  /** @type {Promise<void> | undefined} */
  let running;
  return () => (running ??= work());
}

/** @param {Product} product @param {string} domain @param {{ users: number, file: Buffer[] }} upload */
async function importUsers({ management: { port, apiKey } }, domain, { users, file }) {
  const headers = { 'x-api-key': apiKey };
  const path = await upload({ port, path: `/v1/domain/${domain}/user-import`, headers }, file);
  for (;;) {
    const { body } = await send({ port, method: 'GET', path, headers, body: '' });
    const { status, created, failed } = JSON.parse(body);
    if (status === 'Completed' && (created !== users || failed > 0)) throw new Error(body);
    if (status === 'Completed') return;
    await wait(200);
  }
}

/** @param {{ port: number, path: string, headers: Record<string, string> }} target @param {Buffer[]} file @returns {Promise<string>} the path of the import */
async function upload(target, file) {
  const call = request({ ...target, method: 'POST', headers: { ...target.headers, 'content-type': 'application/x-ndjson' } });
  const { promise, resolve, reject } = Promise.withResolvers();
  call.on('error', reject).on('response', (response) => {
    response.resume();
    if (response.statusCode === 202) resolve(response.headers.location);
    else reject(new Error(`the upload was answered ${response.statusCode}`));
  });
  Readable.from(file).pipe(call);
  return promise;
}

/** @param {number} users @returns {Buffer[]} parts of 64 KiB */
function createFile(users) {
  const file = Buffer.from([...createLines(users)].join(''));
  return Array.from({ length: Math.ceil(file.length / 65_536) }, (_none, n) => file.subarray(n * 65_536, (n + 1) * 65_536));
}

/** @param {number} users */
function* createLines(users) {
  for (let n = 0; n < users; n += 1) {
    const email = `maria.muster.${n}@example.com`;
    const attributes = {
      email,
      email_verified: true,
      given_name: 'Maria',
      family_name: `Muster ${n}`,
      department: `Sales ${n % 50}`,
      locale: 'de-DE',
    };
    yield `${JSON.stringify({ preferredUsername: email, name: `Maria Muster ${n}`, sub: `customer-${n}`, attributes })}\n`;
  }
}
