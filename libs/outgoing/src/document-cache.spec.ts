import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { arrayBuffersInUse } from '../../../test/support/array-buffers.js';
import { DocumentCache } from './document-cache.js';
import type { SafeFetchClient } from './safe-fetch.client.js';
import { SafeFetchError } from './safe-fetch.error.js';

const URL_OF_KEYS = 'https://idp.example.com/jwks';
const MINUTE = 60_000;

let now: number;
let asked: string[];
let answer: () => Response;
let documents: DocumentCache;

function json(headers: Record<string, string> = {}, status = 200): Response {
  return new Response(JSON.stringify({ n: asked.length }), { status, headers: { 'content-type': 'application/json', ...headers } });
}

beforeEach(() => {
  now = 1_000_000;
  asked = [];
  answer = json;
  const fetch: SafeFetchClient['fetch'] = async (url) => {
    asked.push(String(url));
    return answer();
  };
  documents = new DocumentCache({ fetch }, { now: () => now });
});

describe('DocumentCache', () => {
  it('fetches a document once for concurrent callers', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => documents.fetchFor('domain')(URL_OF_KEYS)));

    expect(await Promise.all(answers.map((response) => response.json()))).toEqual(Array.from({ length: 20 }, () => ({ n: 1 })));
    expect(asked).toEqual([URL_OF_KEYS]);
  });

  it('shares no documents between domains', async () => {
    await documents.fetchFor('one')(URL_OF_KEYS);
    await documents.fetchFor('other')(URL_OF_KEYS);

    expect(asked).toHaveLength(2);
  });

  it.each([
    ['nothing', {}, 5],
    ['an hour', { 'cache-control': 'public, max-age=3600' }, 60],
    ['a year: an hour', { 'cache-control': 'max-age=31536000' }, 60],
    ['no time at all: ten seconds', { 'cache-control': 'max-age=0' }, 1 / 6],
    ['not to be kept: ten seconds', { 'cache-control': 'no-store' }, 1 / 6],
  ])('caches a document as long as it allows: %s', async (_what, headers, minutes) => {
    answer = () => json(headers as Record<string, string>);
    const fetch = documents.fetchFor('domain');
    await fetch(URL_OF_KEYS);
    now += minutes * MINUTE - 1_000;
    await fetch(URL_OF_KEYS);
    expect(asked).toHaveLength(1);

    now += 2_000;
    await fetch(URL_OF_KEYS);

    expect(asked).toHaveLength(2);
  });

  it('refetches a document on demand, at most every half minute', async () => {
    const again = documents.fetchFor('domain', { reload: true });
    await documents.fetchFor('domain')(URL_OF_KEYS);

    const answers = await Promise.all(Array.from({ length: 20 }, () => again(URL_OF_KEYS)));

    expect(await Promise.all(answers.map((response) => response.json()))).toEqual(Array.from({ length: 20 }, () => ({ n: 2 })));
    now += 29_000;
    await again(URL_OF_KEYS);
    expect(asked).toHaveLength(2);
    now += 2_000;
    expect(await (await again(URL_OF_KEYS)).json()).toEqual({ n: 3 });
    expect(await (await documents.fetchFor('domain')(URL_OF_KEYS)).json()).toEqual({ n: 3 });
  });

  it('shares one request between concurrent callers that force a reload', async () => {
    await documents.fetchFor('domain', { reload: true })(URL_OF_KEYS);

    expect(asked).toHaveLength(1);
  });

  it.each([
    [
      'fails',
      () => {
        throw new SafeFetchError('timeout');
      },
    ],
    ['is an error', () => json({}, 503)],
  ])('keeps a document if a refetch %s, without repeated refetches', async (_what, failing) => {
    const again = documents.fetchFor('domain', { reload: true });
    await again(URL_OF_KEYS);
    answer = failing;

    const answers = [await again(URL_OF_KEYS), await again(URL_OF_KEYS), await documents.fetchFor('domain')(URL_OF_KEYS)];

    expect(await Promise.all(answers.map((response) => response.json()))).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect(asked).toHaveLength(2);
  });

  it('does not cache an error', async () => {
    answer = () => json({}, 503);
    const fetch = documents.fetchFor('domain');

    expect((await fetch(URL_OF_KEYS)).status).toBe(503);
    now += 2;
    expect((await fetch(URL_OF_KEYS)).status).toBe(503);
    expect(asked).toHaveLength(2);
  });

  it('fails each time that a document is unavailable', async () => {
    answer = () => {
      throw new SafeFetchError('timeout');
    };

    await expect(documents.fetchFor('domain')(URL_OF_KEYS)).rejects.toThrow(SafeFetchError);
    await expect(documents.fetchFor('domain')(URL_OF_KEYS)).rejects.toThrow(SafeFetchError);
    expect(asked).toHaveLength(2);
  });
});

describe('DocumentCache memory', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Ages every document. */
  function pass(milliseconds: number): void {
    now += milliseconds;
    jest.advanceTimersByTime(milliseconds);
  }

  it('is freed when a document expires, without another request', async () => {
    jest.useFakeTimers();
    const [count, bytes] = [200, 100_000];
    answer = () => new Response('x'.repeat(bytes));
    for (let n = 0; n < count; n += 1) await (await documents.fetchFor(`domain-${n}`)(URL_OF_KEYS)).body?.cancel();
    const kept = arrayBuffersInUse();

    pass(5 * MINUTE + 10);

    expect(kept - arrayBuffersInUse()).toBeGreaterThan(count * bytes * 0.9);
  });

  it('keeps a document while a request refetches it', async () => {
    jest.useFakeTimers();
    const fetch = documents.fetchFor('domain');
    await fetch(URL_OF_KEYS);
    // Expired for callers, but not yet for the timer.
    now += 5 * MINUTE + 1;

    const again = fetch(URL_OF_KEYS);
    jest.advanceTimersByTime(5 * MINUTE + 10);

    expect(await (await again).json()).toEqual({ n: 2 });
  });
});

describe('user-specific responses', () => {
  it.each([
    ['speaks for them', { headers: { authorization: 'Bearer x' } }],
    ['sends something', { method: 'POST', body: 'code=x' }],
  ])('are never cached: a request that %s', async (_what, request) => {
    const fetch = documents.fetchFor('domain');

    await fetch(URL_OF_KEYS, request);
    await fetch(URL_OF_KEYS, request);

    expect(asked).toHaveLength(2);
  });
});
