import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import { eventually } from '../../../../test/support/eventually.js';
import { Redis } from '../../../../test/support/redis.js';
import { TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { createRetryingRedisBackend } from './retrying-redis-backend.js';

let redis: Redis;
let network: TcpProxy;
let queue: Queue;
let errors: string[];

beforeAll(async () => {
  redis = await Redis.start();
  network = await TcpProxy.before(redis.url);
  errors = [];
  const connection = { url: network.through(redis.url), maxRetriesPerRequest: null };
  queue = new Queue('patience', { connection }, createRetryingRedisBackend) as unknown as Queue;
  queue.on('error', ({ message }) => errors.push(message));
  await queue.waitUntilReady();
});

afterAll(async () => {
  await queue.close();
  network.close();
  await redis.stop();
});

describe('queues on Redis', () => {
  it('reject a job while Redis is down, and accept the next one once it is back', async () => {
    network.cut();
    await eventually(() => errors.length > 0);
    await expect(queue.add('lost', {})).rejects.toThrow(/writeable/);

    network.restore();

    expect(await eventually(() => queue.add('taken', {}).catch(() => null))).toMatchObject({ name: 'taken' });
    expect(await queue.getJobCountByTypes('waiting')).toBe(1);
  });

  it('detect a silently lost connection while idle, and open another', async () => {
    errors.length = 0;
    network.freeze();
    network.restoreForNew();

    await eventually(() => errors.length > 0, { timeoutMs: 20_000 });

    expect(errors).toEqual([expect.stringMatching(/^Socket timeout/)]);
    expect(await eventually(() => queue.add('taken', {}).catch(() => null))).toMatchObject({ name: 'taken' });
  }, 40_000);
});
