import { describe, expect, it, jest } from '@jest/globals';
import { RevisionCache, type Revisioned } from './revision.cache.js';

type Built = Revisioned;

/** A value of 1,000 bytes. */
const built = (revision: string): Built => ({ revision, bytes: 1_000 });

/** The size of two entries, including their overhead in the cache. */
const BYTES_OF_TWO = 2_600;
const FAILURE = new Error('the database is gone');

/** A build that completes when the test says so. */
function slowBuild() {
  const { promise, resolve, reject } = Promise.withResolvers<Built | null>();
  return { build: jest.fn(() => promise), resolve, reject };
}

describe('RevisionCache', () => {
  it('builds an entry once for concurrent misses', async () => {
    const cache = new RevisionCache<Built>(100_000);
    const { build, resolve } = slowBuild();

    const answers = Array.from({ length: 50 }, () => cache.get('key', '1', build));
    resolve(built('1'));

    const values = await Promise.all(answers);
    expect(build).toHaveBeenCalledTimes(1);
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toEqual(built('1'));
  });

  it('rebuilds an entry for a new revision, and never returns the old one for it', async () => {
    const cache = new RevisionCache<Built>(100_000);
    await cache.get('key', '1', async () => built('1'));

    expect(await cache.get('key', '2', async () => built('2'))).toEqual(built('2'));
    expect(await cache.get('key', '1', async () => built('1'))).toEqual(built('1'));
  });

  it('keeps an entry under its key', async () => {
    const cache = new RevisionCache<Built & { of: string }>(100_000);
    await cache.get('one', '1', async () => ({ ...built('1'), of: 'one' }));

    expect(await cache.get('other', '1', async () => ({ ...built('1'), of: 'other' }))).toEqual({ ...built('1'), of: 'other' });
  });

  it('caches an entry for the revision that the build found, if it is newer than the requested one', async () => {
    const cache = new RevisionCache<Built>(100_000);
    const again = jest.fn(async () => built('2'));

    expect(await cache.get('key', '1', async () => built('2'))).toEqual(built('2'));
    expect(await cache.get('key', '2', again)).toEqual(built('2'));
    expect(again).not.toHaveBeenCalled();
  });

  it('does not cache a missing row: the next request queries again', async () => {
    const cache = new RevisionCache<Built>(100_000);

    expect(await cache.get('key', '1', async () => null)).toBeNull();
    expect(await cache.get('key', '1', async () => built('1'))).toEqual(built('1'));
  });

  it('does not cache a failure: all waiting requests get the error, and the next one builds again', async () => {
    const cache = new RevisionCache<Built>(100_000);
    const { build, reject } = slowBuild();

    const waiting = Array.from({ length: 3 }, () => cache.get('key', '1', build));
    reject(FAILURE);

    expect((await Promise.allSettled(waiting)).map((result) => (result as PromiseRejectedResult).reason as unknown)).toEqual([
      FAILURE,
      FAILURE,
      FAILURE,
    ]);
    expect(await cache.get('key', '1', async () => built('1'))).toEqual(built('1'));
  });

  it.each(['found nothing', 'failed'])('keeps an entry when an older build %s late', async (how) => {
    const cache = new RevisionCache<Built>(100_000);
    const older = slowBuild();
    const slow = Promise.resolve(cache.get('key', '1', older.build)).catch(() => null);
    await cache.get('key', '2', async () => built('2'));

    if (how === 'failed') older.reject(FAILURE);
    else older.resolve(null);
    await slow;

    const again = jest.fn(async () => built('2'));
    expect(await cache.get('key', '2', again)).toEqual(built('2'));
    expect(again).not.toHaveBeenCalled();
  });

  it('evicts the oldest entry at the limit of bytes', async () => {
    const cache = new RevisionCache<Built>(BYTES_OF_TWO);
    for (const key of ['one', 'two', 'three']) await cache.get(key, '1', async () => built('1'));
    const again = jest.fn(async () => built('1'));

    await cache.get('three', '1', again);
    expect(again).not.toHaveBeenCalled();
    await cache.get('one', '1', again);
    expect(again).toHaveBeenCalledTimes(1);
  });

  it('does not cache a value that alone exceeds the limit', async () => {
    const cache = new RevisionCache<Built>(BYTES_OF_TWO);
    await cache.get('small', '1', async () => built('1'));

    const large = { revision: '1', bytes: BYTES_OF_TWO };
    expect(await cache.get('large', '1', async () => large)).toBe(large);
    expect([...cache.keys()]).toEqual(['small']);
  });
});
