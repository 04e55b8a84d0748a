import { beforeEach, describe, expect, it } from '@jest/globals';
import { MetadataDocumentCache, type LoadedDocument } from './metadata-document.cache.js';
import { MetadataDocumentError } from './metadata-document.error.js';

const LIMITS = { total: 10_000, owner: 5_000 };
const METADATA = { redirectUris: ['http://127.0.0.1/'], keys: null };
const KEY = { domainId: 'acme', clientId: 'a' };
let now: number;
let loads: number;
let cache: MetadataDocumentCache;

beforeEach(() => {
  [now, loads] = [0, 0];
  cache = new MetadataDocumentCache(LIMITS, { now: () => now });
});

const loader =
  (loaded: Partial<LoadedDocument> = {}) =>
  async (): Promise<LoadedDocument> => {
    loads += 1;
    return { metadata: METADATA, lifetime: 60, bytes: 100, ...loaded };
  };

describe('cached document', () => {
  it('is loaded again after its lifetime', async () => {
    for (const at of [0, 59_999]) {
      now = at;
      expect(await cache.get(KEY, loader())).toBe(METADATA);
    }
    expect(loads).toBe(1);
    now = 60_000;
    await cache.get(KEY, loader());
    expect(loads).toBe(2);
  });

  it('is loaded once for concurrent requests, and for each domain', async () => {
    await Promise.all([cache.get(KEY, loader()), cache.get(KEY, loader()), cache.get({ ...KEY, domainId: 'other' }, loader())]);

    expect(loads).toBe(2);
  });

  it('is refused for its lifetime, too', async () => {
    const refused = new MetadataDocumentError('must be a JSON object');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(cache.get(KEY, loader({ metadata: refused, lifetime: 10 }))).rejects.toBe(refused);
    }
    expect(loads).toBe(1);
    now = 10_000;
    expect(await cache.get(KEY, loader())).toBe(METADATA);
  });

  it('is loaded again after a load that failed', async () => {
    await expect(cache.get(KEY, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

    expect(await cache.get(KEY, loader())).toBe(METADATA);
  });

  it('is loaded again for its keys at most once a minute, and kept if that fails', async () => {
    const reload = (loaded: Partial<LoadedDocument> = {}) => cache.get(KEY, loader({ lifetime: 600, ...loaded }), { reload: true });
    await reload();
    for (const [at, expected] of [
      [59_999, 1],
      [60_000, 2],
      [119_999, 2],
    ] as const) {
      now = at;
      await reload();
      expect([at, loads]).toEqual([at, expected]);
    }

    now = 120_000;
    expect(await reload({ metadata: new MetadataDocumentError('answered with the status 503, not 200'), lifetime: 10 })).toBe(METADATA);
    await reload();
    expect(loads).toBe(3);
  });

  it('is forgotten with its domain', async () => {
    await cache.get(KEY, loader());
    cache.delete('acme');
    expect([...cache.keys()]).toEqual([]);
    await cache.get(KEY, loader());
    expect(loads).toBe(2);
  });
});
