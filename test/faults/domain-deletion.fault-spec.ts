import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { Redis } from '../support/redis.js';
import { attempts, Deployment } from './domain-deletion.js';
import { expireLeases } from './expire-leases.js';

const MANY_ROWS = 40_000;
/**
 * Milliseconds that a purge may take if a worker starts it immediately, and if it waits for a sweep, every 2 seconds, on a busy machine.
 * `bench:delete` measures the time.
 */
const PROMPTLY = 20_000;
const BY_SWEEPER = 40_000;
const AFTER_A_KILL = 120_000;
const TIMEOUT_MS = 300_000;
/** BullMQ gives up a job that lost its worker twice; the sweeper does not. */
const KILLS = 2;

type Scenario = (deployment: Deployment, redis: Redis | null) => Promise<void>;

async function onPostgres(scenario: Scenario): Promise<void> {
  await Deployment.run({}, (deployment) => scenario(deployment, null));
}

/** A new Redis, because jobs of another database would count as jobs of this one. */
async function onRedis(scenario: Scenario): Promise<void> {
  const redis = await Redis.start();
  try {
    await Deployment.run({ REDIS_URL: redis.url }, (deployment) => scenario(deployment, redis));
  } finally {
    await redis.stop();
  }
}

const BACKENDS: [string, (scenario: Scenario) => Promise<void>][] = [
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
];

// Mostly they wait for sweepers: they can do that concurrently.
describe('the deletion of a domain', () => {
  it.concurrent.each(BACKENDS)(
    'is finished by another worker although one after the other is killed in the middle of it (jobs on %s)',
    (_backend, on) =>
      on(async (deployment, redis) => {
        let worker = await deployment.startProcess('on');
        const domain = await deployment.register(worker);
        await deployment.fill(domain, MANY_ROWS);
        await deployment.delete(domain, worker);
        for (let kill = 1; kill <= KILLS; kill += 1) {
          if (kill > 1) worker = await deployment.startProcess('on');
          const before = await deployment.countRemainingRows(domain);
          await eventually(async () => (await deployment.countRemainingRows(domain)) < before, { timeoutMs: AFTER_A_KILL, intervalMs: 25 });
          await worker.process.kill();
          await expireLeases(deployment.database.url, redis);
        }
        expect(await deployment.countRemainingRows(domain)).toBeGreaterThan(0);

        const successor = await deployment.start('on');

        await deployment.untilPurged(domain, AFTER_A_KILL);
        await eventually(() => attempts(successor).some(({ level }) => level === 'info'));
      }),
    TIMEOUT_MS,
  );

  it.concurrent.each(BACKENDS)(
    'is done by a process with WORKER=on, and by no other, even if its job was lost (jobs on %s)',
    (_backend, on) =>
      on(async (deployment) => {
        const idle = await deployment.start('off');
        const [first, second, lost] = [await deployment.register(idle), await deployment.register(idle), await deployment.register(idle)];
        await deployment.fill(lost, 10);
        await deployment.delete(first, idle);

        const worker = await deployment.start('on');
        await deployment.untilPurged(first, PROMPTLY);
        await deployment.delete(second, idle);
        await deployment.untilPurged(second, PROMPTLY);
        await deployment.deleteWithoutJob(lost);
        await deployment.untilPurged(lost, BY_SWEEPER);

        await eventually(() => attempts(worker).length >= 3);
        await idle.stop();
        expect(attempts(idle)).toEqual([]);
      }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'is left to another worker, between two batches, by one that is asked to stop',
    () =>
      onPostgres(async (deployment) => {
        const worker = await deployment.startProcess('on');
        const domain = await deployment.register(worker);
        await deployment.fill(domain, MANY_ROWS);
        await deployment.delete(domain, worker);
        await eventually(async () => (await deployment.countRemainingRows(domain)) < MANY_ROWS, { intervalMs: 25 });

        expect(await worker.stop()).toEqual({ code: 0, signal: null });
        expect(attempts(worker)).toMatchObject([{ level: 'info' }]);
        expect(await deployment.countRemainingRows(domain)).toBeGreaterThan(0);

        await deployment.start('on');
        await deployment.untilPurged(domain, AFTER_A_KILL);
      }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'is answered although Redis is down, and carried out once it is back',
    () =>
      onRedis(async (deployment, redis) => {
        const worker = await deployment.startProcess('on');
        const domain = await deployment.register(worker);
        await redis!.stop();

        await deployment.delete(domain, worker);
        await redis!.restart();

        await deployment.untilPurged(domain, BY_SWEEPER);
      }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'keeps no process from starting or stopping while Redis is down',
    () =>
      onRedis(async (deployment, redis) => {
        await redis!.stop();
        const worker = await deployment.startProcess('on');
        const domain = await deployment.register(worker);
        await deployment.delete(domain, worker);

        const started = performance.now();
        expect(await worker.stop()).toEqual({ code: 0, signal: null });

        expect(performance.now() - started).toBeLessThan(20_000);
      }),
    TIMEOUT_MS,
  );
});
