import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { Redis } from '../support/redis.js';
import { attempts, Deployment } from './domain-deletion.js';
import { expireLeases } from './expire-leases.js';

const MANY_ROWS = 12_000;
/**
 * The milliseconds that a purge may take on a busy machine if a worker starts it immediately, and if it waits for a sweep, every 2 seconds.
 * `bench:delete` measures the time.
 */
const PROMPTLY = 20_000;
const BY_SWEEPER = 40_000;
const AFTER_A_KILL = 120_000;
const TIMEOUT_MS = 300_000;
/** BullMQ gives up a job that lost its worker twice, but the sweeper does not. */
const KILLS = 2;

type Scenario = (deployment: Deployment, redis: Redis | null) => Promise<void>;

async function onPostgres(scenario: Scenario): Promise<void> {
  await Deployment.run({}, (deployment) => scenario(deployment, null));
}

/** Uses a new Redis, because jobs of another database would count as jobs of this one. */
async function onRedis(scenario: Scenario): Promise<void> {
  const redis = await Redis.start();
  try {
    await Deployment.run({ REDIS_URL: redis.url }, (deployment) => scenario(deployment, redis));
  } finally {
    await redis.stop();
  }
}

type Replicas = Record<'idle' | 'worker', Awaited<ReturnType<Deployment['start']>>>;

/** Kills one worker after another in the middle of a deletion that another process has begun. @returns that process and the last worker */
async function finishAfterKills(deployment: Deployment, redis: Redis | null): Promise<Replicas> {
  const idle = await deployment.start('off');
  const domain = await deployment.register(idle);
  await deployment.fill(domain, MANY_ROWS);
  await deployment.delete(domain, idle);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = await deployment.countRemainingRows(domain);
    const victim = await deployment.startProcess('on');
    await eventually(async () => (await deployment.countRemainingRows(domain)) < before, { timeoutMs: AFTER_A_KILL, intervalMs: 25 });
    await victim.process.kill();
    await expireLeases(deployment.database.url, redis);
  }
  expect(await deployment.countRemainingRows(domain)).toBeGreaterThan(0);

  const worker = await deployment.start('on');
  await deployment.untilPurged(domain, AFTER_A_KILL);
  return { idle, worker };
}

/** Deletes one domain while a worker waits for jobs, and another whose job is lost. */
async function finishAlthoughLost(deployment: Deployment, { idle }: Replicas): Promise<void> {
  const [domain, lost] = [await deployment.register(idle), await deployment.register(idle)];
  await deployment.fill(lost, 10);

  await deployment.delete(domain, idle);
  await deployment.untilPurged(domain, PROMPTLY);
  await deployment.deleteWithoutJob(lost);
  await deployment.untilPurged(lost, BY_SWEEPER);
}

/** A process without workers has made no attempt. */
async function expectAttempts({ idle, worker }: Replicas, min: number): Promise<void> {
  await eventually(() => attempts(worker).filter(({ level }) => level === 'info').length >= min);
  await idle.stop();
  expect(attempts(idle)).toEqual([]);
}

const BY_WORKERS =
  'is done by a process with WORKER=on, and by no other, although workers before it are killed in the middle of it, and even if its job was lost';

// They mostly wait for sweepers, which can happen concurrently.
describe('the deletion of a domain', () => {
  it.concurrent(
    `${BY_WORKERS} (jobs on PostgreSQL)`,
    () =>
      onPostgres(async (deployment, redis) => {
        const replicas = await finishAfterKills(deployment, redis);
        await finishAlthoughLost(deployment, replicas);
        await expectAttempts(replicas, 3);
      }),
    TIMEOUT_MS,
  );

  it.concurrent(
    `${BY_WORKERS}; answers although Redis is down, and runs once it is back (jobs on Redis)`,
    () =>
      onRedis(async (deployment, redis) => {
        const replicas = await finishAfterKills(deployment, redis);
        await finishAlthoughLost(deployment, replicas);
        const domain = await deployment.register(replicas.idle);
        await redis!.stop();

        await deployment.delete(domain, replicas.idle);
        await redis!.restart();

        await deployment.untilPurged(domain, BY_SWEEPER);
        await expectAttempts(replicas, 4);
      }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'is left to another worker between two batches by one that is asked to stop',
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
    'does not keep a process from starting or stopping while Redis is down',
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
