/**
 * `npm run bench:soak`: checks whether the memory of the services keeps growing. For a quarter of an hour the product does all kinds of
 * work while domains are created and deleted. In the second half, the slope of each service's memory must be almost zero.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ProbedDomains } from './probed-domains.mjs';
import { Product } from './product.mjs';
import { number, once, printGoals, printGuards, printTable } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { exchangeCode, refresh, requestCode, signInByLink } from './sign-in.mjs';

/** @typedef {{ minute: number, rss: number, arrayBuffers: number }} Sample megabytes */

/** Megabytes per minute. */
const MAX_SLOPE = 0.3;
/** Each sample collects garbage first. Otherwise it would depend on V8's last collection, which is rare for buffers. */
const SAMPLE_EVERY_MS = 10_000;
/** The pause between two domains: 2,600 of them are created and deleted in a quarter of an hour. */
const DOMAIN_EVERY_MS = 340;
const LIVE_DOMAINS = 20;

await runBench({ minutes: 120, defaults: { minutes: 15, connections: 4 } }, async ({ minutes, connections }) => {
  const product = await Product.start({ probing: true });
  const { server, port } = await product.startAuth('auth');
  const probed = new ProbedDomains([port]);
  probed.live = await Promise.all(Array.from({ length: LIVE_DOMAINS }, () => probed.create(product.management)));
  probed.start(connections);
  const ending = new AbortController();
  const work = [replaceDomains(probed, product, ending.signal), signInRepeatedly(product, port, ending.signal)];
  const sampling = sampleMemory([server, product.managementServer], minutes);
  // Work that fails ends the bench.
  await Promise.race([sampling, ...work]);
  ending.abort();
  const [domains = 0, signIns = 0] = await Promise.all(work);
  await probed.stop();
  const requests = probed.total('all');
  console.log(`${number(requests)} requests, ${number(domains)} domains created and deleted, ${number(signIns)} sign-ins`);
  const wrong = [...probed.late, ...probed.failed];
  return [
    report(await sampling),
    printGuards([{ promise: 'every answer was right', kept: wrong.length === 0, seen: wrong[0] ?? '' }]),
  ].every(Boolean);
});

/** Replaces domains at a steady rate. @param {ProbedDomains} probed @param {Product} product @param {AbortSignal} ending */
async function replaceDomains(probed, { management }, ending) {
  let replaced = 0;
  for (; !ending.aborted; replaced += 1) {
    const pause = wait(DOMAIN_EVERY_MS);
    await probed.replaceOldest(management);
    await pause;
  }
  return replaced;
}

/** Signs new users in by links, and refreshes their tokens. @param {Product} product @param {number} port @param {AbortSignal} ending */
async function signInRepeatedly(product, port, ending) {
  const target = { product, port, domain: await product.management.createDomain() };
  let signIns = 0;
  for (; !ending.aborted; signIns += 1) {
    const { browser, application } = await signInByLink(target, `maria.muster.${signIns}`);
    const { refreshToken } = await exchangeCode(browser, application, await requestCode(browser, application));
    await refresh(browser, application, refreshToken);
    browser.close();
  }
  return signIns;
}

/** @param {import('./server-process.mjs').ServerProcess[]} servers @param {number} minutes */
async function sampleMemory(servers, minutes) {
  const sampled = servers.map((server) => ({ server, samples: /** @type {Sample[]} */ ([]) }));
  const startedAt = performance.now();
  for (let minute = 0; minute < minutes; minute = (performance.now() - startedAt) / 60_000) {
    for (const { server, samples } of sampled) samples.push({ minute, ...(await server.readSurvivingMemory()) });
    await wait(SAMPLE_EVERY_MS);
  }
  return sampled;
}

/** @param {Awaited<ReturnType<typeof sampleMemory>>} sampled @returns {boolean} whether every slope is within the goal */
function report(sampled) {
  const rows = sampled.flatMap(({ server, samples }) =>
    /** @type {const} */ (['rss', 'arrayBuffers']).map((figure) => {
      const points = samples.map((sample) => ({ x: sample.minute, y: sample[figure] }));
      return { label: `${server.name}, ${figure}`, points };
    }),
  );
  const shown = rows.map(({ label, points }) => {
    const some = [points[0], points[points.length >> 1], points.at(-1)];
    return [label, ...some.map((point) => number(point?.y ?? Number.NaN, 1))];
  });
  printTable(['memory, MB', 'at the start', 'at half time', 'at the end'], shown);
  const goals = rows.map(({ label, points }) => {
    return { label: `${label}, MB a minute`, ...once(findSlope(points.slice(points.length >> 1))), atMost: MAX_SLOPE, digits: 2 };
  });
  return printGoals(goals);
}

/** @type {(points: { x: number, y: number }[]) => number} of the least squares line */
function findSlope(points) {
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  return mean(points.map((point) => (point.x - x) * (point.y - y))) / mean(points.map((point) => (point.x - x) ** 2));
}
