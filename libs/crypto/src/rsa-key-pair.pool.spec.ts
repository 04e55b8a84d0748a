import { beforeEach, describe, expect, it } from '@jest/globals';
import { generateRsaKeyPair, RsaKeyPairPool, type KeyPair } from './rsa-key-pair.pool.js';

/** Generates numbered pairs, each when the test calls `finish`. */
class FakeGenerator {
  started = 0;
  private readonly pending: { resolve: (pair: KeyPair) => void; reject: (error: Error) => void; pair: KeyPair }[] = [];

  readonly generate = (): Promise<KeyPair> => {
    this.started += 1;
    const pair = { number: this.started } as unknown as KeyPair;
    return new Promise((resolve, reject) => this.pending.push({ resolve, reject, pair }));
  };

  async finish(error?: Error): Promise<void> {
    const { resolve, reject, pair } = this.pending.shift()!;
    if (error) reject(error);
    else resolve(pair);
    await flush();
  }
}

/** Runs everything that waits only for settled promises. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let generator: FakeGenerator;
let pool: RsaKeyPairPool;

beforeEach(() => {
  generator = new FakeGenerator();
  pool = new RsaKeyPairPool(2, generator.generate);
});

describe('RsaKeyPairPool', () => {
  it('generates one pair after another until it is full, and nothing before it is filled or used', async () => {
    expect(generator.started).toBe(0);

    void pool.fill();
    void pool.fill();
    expect(generator.started).toBe(1);
    await generator.finish();
    expect(generator.started).toBe(2);
    await generator.finish();
    expect(generator.started).toBe(2);
  });

  it('returns each pair once, without a wait, and replaces it', async () => {
    void pool.fill();
    await generator.finish();
    await generator.finish();

    expect([await pool.take(), await pool.take()]).toEqual([{ number: 1 }, { number: 2 }]);
    expect(generator.started).toBe(3);
  });

  it('generates a pair for each caller while it is empty, one after another', async () => {
    const taken = [pool.take(), pool.take()];
    expect(generator.started).toBe(1);
    await generator.finish();
    expect(generator.started).toBe(2);
    await generator.finish();

    expect(await Promise.all(taken)).toEqual([{ number: 1 }, { number: 2 }]);
  });

  it('rejects a caller when 50 wait', async () => {
    const taken = Array.from({ length: 50 }, () => pool.take());

    await expect(pool.take()).rejects.toThrow('too many domains are waiting for an RSA key');
    for (let n = 0; n < 50; n += 1) await generator.finish();
    expect((await Promise.all(taken)).length).toBe(50);
  });

  it('generates pairs for waiting callers when it is closed', async () => {
    const taken = pool.take();
    pool.close();
    await generator.finish();

    expect(await taken).toEqual({ number: 1 });
    expect(generator.started).toBe(1);
  });

  it('reports a failure to callers that take a pair, and continues at the next call', async () => {
    void pool.fill();
    await generator.finish(new Error('out of memory'));
    expect(generator.started).toBe(1);

    const taken = Promise.allSettled([pool.take()]);
    await generator.finish(new Error('out of memory again'));
    await generator.finish();

    expect(await taken).toEqual([{ status: 'rejected', reason: new Error('out of memory again') }]);
  });

  it('generates no more pairs once it is closed', async () => {
    void pool.fill();
    pool.close();
    await generator.finish();

    expect(generator.started).toBe(1);
  });

  it('contains pairs of 2048 bits', async () => {
    const { privateKey } = await generateRsaKeyPair();

    expect(privateKey.asymmetricKeyDetails).toEqual({ modulusLength: 2_048, publicExponent: 65_537n });
  });
});
