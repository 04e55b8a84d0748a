/**
 * `npm run bench:rotation`: rotates every key and credential under a load of tokens and reads of the management API, on two replicas of each
 * service. The goal is no failed request.
 */
import { parseArgs } from 'node:util';
import { cleanUp, stopWithin } from './cleanup.mjs';
import { Product } from './product.mjs';
import { ReplicaGroup } from './replica-group.mjs';
import { RotationLoad } from './rotation-load.mjs';
import { ROTATIONS } from './rotation-steps.mjs';

const MINUTES = 20;
const REPLICAS = 2;
const SHOWN_FAILURES = 10;

const { values } = parseArgs({
  options: {
    domains: { type: 'string', default: '5' },
    tokens: { type: 'string', default: '8' },
    reads: { type: 'string', default: '4' },
  },
});

try {
  stopWithin(MINUTES);
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

/** @returns {Promise<boolean>} whether no request failed */
async function main() {
  const product = await Product.start(undefined);
  await product.provision(Number(values.domains));
  const groups = {
    auth: new ReplicaGroup(() => product.startAuth('auth', 0)),
    management: new ReplicaGroup(() => product.startManagement('management')),
  };
  await Promise.all([groups.auth.grow(REPLICAS), groups.management.grow(REPLICAS)]);
  const load = new RotationLoad(product, groups);
  load.start({ tokens: Number(values.tokens), reads: Number(values.reads) });
  console.log('| rotation | seconds | tokens | reads | failed |\n| --- | ---: | ---: | ---: | ---: |');
  try {
    for (const [name, rotate] of ROTATIONS) await measure(load, name, () => rotate({ product, groups }));
  } finally {
    await load.stop();
    report(load);
  }
  return load.failures.length === 0;
}

/** @param {RotationLoad} load */
function report({ tokens, reads, failures }) {
  console.log(`\n${failures.length} of ${tokens + reads} requests failed`);
  for (const failure of failures.slice(0, SHOWN_FAILURES)) console.log(failure);
}

/**
 * @param {RotationLoad} load
 * @param {string} name
 * @param {() => Promise<void>} rotate
 */
async function measure(load, name, rotate) {
  const before = { tokens: load.tokens, reads: load.reads, failed: load.failures.length, at: performance.now() };
  await rotate();
  const seconds = ((performance.now() - before.at) / 1_000).toFixed(1);
  const counts = [load.tokens - before.tokens, load.reads - before.reads, load.failures.length - before.failed];
  console.log(`| ${name} | ${seconds} | ${counts.join(' | ')} |`);
}
