import { describe, expect, it } from '@jest/globals';
import { LeasedTokens } from './leased-tokens.js';

const MINUTE_MS = 60_000;

/** A budget as the database divides it, on its own clock, and its replicas. */
class FakeBudget {
  now = 0;
  leases = 0;
  private leased = 0;
  private start = 0;

  constructor(
    private readonly limit: number,
    private readonly windowMs = MINUTE_MS,
  ) {}

  replica(): LeasedTokens {
    return new LeasedTokens(
      async (block) => {
        await Promise.resolve();
        this.leases += 1;
        const start = Math.floor(this.now / this.windowMs) * this.windowMs;
        if (start !== this.start) [this.start, this.leased] = [start, 0];
        const granted = Math.min(block, this.limit - this.leased);
        this.leased += granted;
        return { granted, windowStart: start, remainingMs: start + this.windowMs - this.now, refusals: granted === 0 ? 1 : 0 };
      },
      () => this.now,
    );
  }
}

async function takeAll(replicas: readonly LeasedTokens[], requests: number): Promise<number> {
  const taken = await Promise.all(Array.from({ length: requests }, (_none, n) => replicas[n % replicas.length]!.take()));
  return taken.filter((each) => typeof each === 'object').length;
}

async function takeOneByOne(replica: LeasedTokens, requests: number): Promise<number> {
  let taken = 0;
  for (let n = 0; n < requests; n += 1) if (typeof (await replica.take()) === 'object') taken += 1;
  return taken;
}

describe('leased tokens', () => {
  it.each([1, 7, 100, 1_000])('never exceed a limit of %d, and are used up by 8 replicas', async (limit) => {
    const budget = new FakeBudget(limit);
    const replicas = Array.from({ length: 8 }, () => budget.replica());

    expect(await takeAll(replicas, limit * 2 + 8)).toBe(limit);
  });

  it('leave at most a tenth of the limit unused at replicas that stop asking, also in the second window', async () => {
    const [limit, budget] = [1_000, new FakeBudget(1_000)];
    const [first, ...others] = Array.from({ length: 8 }, () => budget.replica());
    for (let window = 0; window < 2; window += 1) {
      let taken = 0;
      for (const other of others) taken += await takeOneByOne(other, 70);
      taken += await takeOneByOne(first!, limit);
      expect(taken).toBeGreaterThanOrEqual(limit * 0.9);
      expect(taken).toBeLessThanOrEqual(limit);
      budget.now += MINUTE_MS;
    }
  });

  it('cost a statement for each twentieth of the last window', async () => {
    const budget = new FakeBudget(10_000);
    const replica = budget.replica();
    await takeOneByOne(replica, 10_000);
    budget.now += MINUTE_MS;
    budget.leases = 0;

    await takeOneByOne(replica, 10_000);

    expect(budget.leases).toBeLessThanOrEqual(21);
  });

  it('share one lease among concurrent requests', async () => {
    const budget = new FakeBudget(100);

    expect([await takeAll([budget.replica()], 50), budget.leases]).toEqual([50, 2]);
  });

  it('end with their window', async () => {
    const budget = new FakeBudget(100);
    const replica = budget.replica();
    await takeOneByOne(replica, 41);
    budget.now += MINUTE_MS;

    expect(await takeOneByOne(replica, 101)).toBe(100);
  });

  it('say how long the window lasts when they are used up, without another statement', async () => {
    const budget = new FakeBudget(1);
    const replica = budget.replica();
    await replica.take();
    budget.now += 20_000;
    expect(await replica.take()).toBe(40_000);
    const { leases } = budget;
    budget.now += 30_000;

    expect([await replica.take(), budget.leases]).toEqual([10_000, leases]);
  });

  it('are given again if they were not issued', async () => {
    const replica = new FakeBudget(1).replica();
    const window = await replica.take();
    replica.release(window as never);

    expect(typeof (await replica.take())).toBe('object');
    expect(typeof (await replica.take())).toBe('number');
  });

  it('are asked for again after a failed statement', async () => {
    let failures = 1;
    const lease = { granted: 1, windowStart: 1, remainingMs: 1, refusals: 0 };
    const replica = new LeasedTokens(
      () => (failures-- > 0 ? Promise.reject(new Error('down')) : Promise.resolve(lease)),
      () => 0,
    );

    await expect(replica.take()).rejects.toThrow('down');
    expect(typeof (await replica.take())).toBe('object');
  });
});
