import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ProbedDomains } from './probed-domains.mjs';
import { percentile } from './delete-large.mjs';

/**
 * @typedef {object} SmallDeletions
 * @property {number} deletions
 * @property {number} connections
 * @property {number} seconds
 * @property {number} p50 of DELETE, milliseconds
 * @property {number} p99
 * @property {{ kind: string, all: number, late: number }[]} kinds how many requests there were
 * @property {{ late: number, live: number }} requests in all
 * @property {string[]} late answers to requests that began after a 204, and were not 404
 * @property {string[]} failed answers of domains that were there, and were not as always
 * @property {number} left domains that are still being deleted long afterwards
 */

/** Domains that are there at any time. */
const LIVE = 20;
/** Domains that are made ahead of those that are needed. */
const MAKERS = 3;
const CONVERGENCE_SECONDS = 120;

/**
 * @param {import('./product.mjs').Product} product
 * @param {import('./target.mjs').Target[]} replicas
 * @param {import('./delete.mjs').Options} options
 * @returns {Promise<SmallDeletions>}
 */
export async function deleteSmall(product, replicas, { deletions, connections }) {
  const { management } = product;
  const probed = new ProbedDomains(replicas.map(({ port }) => port));
  probed.live = await Promise.all(Array.from({ length: LIVE }, () => probed.create(management)));
  probed.start(connections);
  console.error(`deleting ${deletions} domains, one after another`);
  const startedAt = performance.now();
  const times = await deleteOneAfterAnother(probed, management, deletions);
  const seconds = (performance.now() - startedAt) / 1_000;
  await probed.stop();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    deletions,
    connections,
    seconds,
    p50: percentile(sorted, 50),
    p99: percentile(sorted, 99),
    kinds: [...probed.counts].map(([kind, { all, late }]) => ({ kind, all, late })),
    requests: { late: probed.total('late'), live: probed.total('live') },
    late: probed.late,
    failed: probed.failed,
    left: await untilGone(product.database.url),
  };
}

/**
 * The number of domains stays the same: each deleted one is replaced.
 *
 * @param {ProbedDomains} probed
 * @param {import('./management.mjs').Management} management
 * @param {number} deletions
 * @returns {Promise<number[]>} how long each took to be answered, milliseconds
 */
export async function deleteOneAfterAnother(probed, management, deletions) {
  const times = [];
  const next = Array.from({ length: MAKERS }, () => probed.create(management));
  while (times.length < deletions) {
    times.push(await probed.delete(/** @type {import('./probed-domains.mjs').ProbedDomain} */ (probed.live[0]), management));
    probed.live.push(/** @type {import('./probed-domains.mjs').ProbedDomain} */ (await next.shift()));
    next.push(probed.create(management));
    if (times.length % 500 === 0) console.error(`${times.length} deleted, ${probed.total('all')} requests`);
  }
  await Promise.all(next);
  return times;
}

/**
 * Waits until no domain is being deleted any more.
 *
 * @param {string} url
 * @returns {Promise<number>} how many still are after all
 */
async function untilGone(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const count = async () => (await client.query(`SELECT count(*)::integer AS left FROM domain WHERE status = 'deleting'`)).rows[0].left;
  let left = await count();
  for (let look = 0; left > 0 && look < CONVERGENCE_SECONDS * 4; look += 1) {
    await wait(250);
    left = await count();
  }
  await client.end();
  return left;
}
