import { describe, expect, it, jest } from '@jest/globals';
import { RevisionCache } from './revision.cache.js';

interface Built {
  revision: string;
}

const FAILURE = new Error('the database is gone');

/** A build that finishes on command. */
function slowBuild() {
  const { promise, resolve, reject } = Promise.withResolvers<Built | null>();
  return { build: jest.fn(() => promise), resolve, reject };
}

describe('entries by revision', () => {
  it('is built once for concurrent misses', async () => {
    const cache = new RevisionCache<Built>(10);
    const { build, resolve } = slowBuild();

    const answers = Array.from({ length: 50 }, () => cache.get('key', '1', build));
    resolve({ revision: '1' });

    const values = await Promise.all(answers);
    expect(build).toHaveBeenCalledTimes(1);
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toEqual({ revision: '1' });
  });

  it('is built again for another revision, and never returned for it', async () => {
    const cache = new RevisionCache<Built>(10);
    await cache.get('key', '1', async () => ({ revision: '1' }));

    expect(await cache.get('key', '2', async () => ({ revision: '2' }))).toEqual({ revision: '2' });
    expect(await cache.get('key', '1', async () => ({ revision: '1' }))).toEqual({ revision: '1' });
  });

  it('stays under its key', async () => {
    const cache = new RevisionCache<Built & { of: string }>(10);
    await cache.get('one', '1', async () => ({ revision: '1', of: 'one' }));

    expect(await cache.get('other', '1', async () => ({ revision: '1', of: 'other' }))).toEqual({ revision: '1', of: 'other' });
  });

  it('is cached for the revision that was found, if it is newer than the requested one', async () => {
    const cache = new RevisionCache<Built>(10);
    const again = jest.fn(async () => ({ revision: '2' }));

    expect(await cache.get('key', '1', async () => ({ revision: '2' }))).toEqual({ revision: '2' });
    expect(await cache.get('key', '2', again)).toEqual({ revision: '2' });
    expect(again).not.toHaveBeenCalled();
  });

  it('is not cached if nothing was found: the next request queries again', async () => {
    const cache = new RevisionCache<Built>(10);

    expect(await cache.get('key', '1', async () => null)).toBeNull();
    expect(await cache.get('key', '1', async () => ({ revision: '1' }))).toEqual({ revision: '1' });
  });

  it('is not a cached failure: all waiting requests get the error, and the next one builds again', async () => {
    const cache = new RevisionCache<Built>(10);
    const { build, reject } = slowBuild();

    const waiting = Array.from({ length: 3 }, () => cache.get('key', '1', build));
    reject(FAILURE);

    expect((await Promise.allSettled(waiting)).map((result) => (result as PromiseRejectedResult).reason as unknown)).toEqual([
      FAILURE,
      FAILURE,
      FAILURE,
    ]);
    expect(await cache.get('key', '1', async () => ({ revision: '1' }))).toEqual({ revision: '1' });
  });

  it.each(['found nothing', 'failed'])('is not evicted when an older build %s late', async (how) => {
    const cache = new RevisionCache<Built>(10);
    const older = slowBuild();
    const slow = Promise.resolve(cache.get('key', '1', older.build)).catch(() => null);
    await cache.get('key', '2', async () => ({ revision: '2' }));

    if (how === 'failed') older.reject(FAILURE);
    else older.resolve(null);
    await slow;

    const again = jest.fn(async () => ({ revision: '2' }));
    expect(await cache.get('key', '2', again)).toEqual({ revision: '2' });
    expect(again).not.toHaveBeenCalled();
  });

  it('evicts the least recently used entry at the limit', async () => {
    const cache = new RevisionCache<Built>(2);
    for (const key of ['one', 'two', 'three']) await cache.get(key, '1', async () => ({ revision: '1' }));
    const again = jest.fn(async () => ({ revision: '1' }));

    await cache.get('three', '1', again);
    expect(again).not.toHaveBeenCalled();
    await cache.get('one', '1', again);
    expect(again).toHaveBeenCalledTimes(1);
  });
});
