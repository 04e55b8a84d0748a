import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJws, VerificationBudget } from '@latchkey/crypto';
import type { CachedMethod } from '../../client/cached-client.js';
import { DomainCacheRegistry } from '../../cache/domain-cache.registry.js';
import { generateAssertionKey, type AssertionKey } from '../assertion/assertion.fixture.js';
import type { ClientAuthenticationError } from '../client-authentication.error.js';
import { ClientKeyService } from './client-key.service.js';
import { RemoteKeyService } from './remote-key.service.js';

const JWKS_URI = 'https://orders.example.com/jwks.json';
const ISSUER = 'https://tokens.example.com/cluster/';
const DISCOVERY = 'https://tokens.example.com/cluster/.well-known/openid-configuration';
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

let now: number;
let fetched: string[];
/** The response for each URL. */
let published: Record<string, () => Response | Promise<Response>>;
let caches: DomainCacheRegistry;
let keys: ClientKeyService;

beforeEach(() => {
  [now, fetched, caches] = [1_000_000, [], new DomainCacheRegistry()];
  const fetch = async (url: string | URL): Promise<Response> => {
    fetched.push(String(url));
    return published[String(url)]!();
  };
  const documents = { reloadKeys: () => Promise.resolve(null) };
  keys = new ClientKeyService(new RemoteKeyService({ fetch }, caches, { now: () => now }), documents);
});

function json(body: object, headers: Record<string, string> = {}): () => Response {
  return () => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } });
}

function jwks(...members: AssertionKey[]): object {
  return { keys: members.map(({ jwk }) => jwk) };
}

function methodWith(method: object, domainId = 'a-domain'): CachedMethod {
  return { domainId, clientId: 'orders', method: { type: 'PrivateKeyJwt', ...method } } as unknown as CachedMethod;
}

const REMOTE = methodWith({ jwksUri: JWKS_URI });
const DISCOVERED = methodWith({ type: 'FederatedJwt', issuer: ISSUER, subject: 'orders' });

/** @returns the id of the key that has verified the assertion, or why none has */
async function verify(key: AssertionKey, ...methods: CachedMethod[]): Promise<string | null> {
  return keys.findSigner(methods, decodeJws(await key.sign({ iss: 'orders' }))!, new VerificationBudget()).then(
    (signer) => signer.key.kid,
    (error: ClientAuthenticationError) => error.reason,
  );
}

describe('published keys', () => {
  it('fetches published keys once for concurrent requests, and separately for each domain', async () => {
    const key = await generateAssertionKey();
    published = { [JWKS_URI]: json(jwks(key)) };

    const results = await Promise.all(Array.from({ length: 20 }, () => verify(key, REMOTE)));
    const elsewhere = await verify(key, methodWith({ jwksUri: JWKS_URI }, 'another-domain'));

    expect(new Set([...results, elsewhere])).toEqual(new Set(['key-1']));
    expect(fetched).toHaveLength(2);
  });

  it.each([
    ['nothing: five minutes', {}, 5],
    ['an hour', { 'cache-control': 'public, max-age=3600' }, 60],
    ['a year: a day', { 'cache-control': 'max-age=31536000' }, 1_440],
    ['a second: a minute', { 'cache-control': 'max-age=1' }, 1],
    ['not to be cached: a minute', { 'cache-control': 'no-store, max-age=3600' }, 1],
  ])("caches published keys as their server's headers say, for %s", async (_what, headers, minutes) => {
    const key = await generateAssertionKey();
    published = { [JWKS_URI]: json(jwks(key), headers) };
    await verify(key, REMOTE);

    now += minutes * MINUTE - 1;
    await verify(key, REMOTE);
    expect(fetched).toHaveLength(1);
    now += 1;
    await verify(key, REMOTE);
    expect(fetched).toHaveLength(2);
  });

  it('refetches published keys at most once per minute, however many unknown kids arrive', async () => {
    const [old, fresh] = [await generateAssertionKey('ES256', 'old'), await generateAssertionKey('ES256', 'new')];
    const flood = await Promise.all(Array.from({ length: 50 }, (_, n) => generateAssertionKey('ES256', `unknown-${n}`)));
    published = { [JWKS_URI]: json(jwks(old), { 'cache-control': 'max-age=3600' }) };
    expect(await verify(old, REMOTE)).toBe('old');
    published = { [JWKS_URI]: json(jwks(fresh), { 'cache-control': 'max-age=3600' }) };

    now += MINUTE - 1;
    const before = [...(await Promise.all(flood.map((key) => verify(key, REMOTE)))), await verify(fresh, REMOTE)];
    now += 1;
    const after = await Promise.all(flood.map((key) => verify(key, REMOTE)));

    expect(new Set([...before, ...after])).toEqual(new Set(['unknown-key']));
    expect(fetched).toHaveLength(2);
    expect([await verify(fresh, REMOTE), await verify(old, REMOTE)]).toEqual(['new', 'unknown-key']);
  });

  it('keeps published keys in use for a day while fetching fails, with one attempt per minute', async () => {
    const key = await generateAssertionKey();
    published = { [JWKS_URI]: json(jwks(key)) };
    await verify(key, REMOTE);
    published = { [JWKS_URI]: () => Promise.reject(new Error('cannot be reached')) };

    now += 5 * MINUTE;
    const results = [await verify(key, REMOTE), await verify(key, REMOTE)];
    expect(fetched).toHaveLength(2);
    now += DAY - 1;
    results.push(await verify(key, REMOTE));
    now += MINUTE;
    const later = await verify(key, REMOTE);

    expect([results, later]).toEqual([['key-1', 'key-1', 'key-1'], 'keys-unavailable']);
  });

  it('does not wait for a failing server while cached keys are valid', async () => {
    const key = await generateAssertionKey();
    published = { [JWKS_URI]: json(jwks(key)) };
    await verify(key, REMOTE);
    published = { [JWKS_URI]: () => Promise.reject(new Error('cannot be reached')) };
    now += 5 * MINUTE;
    await verify(key, REMOTE);
    published = { [JWKS_URI]: () => new Promise(() => undefined) };
    now += MINUTE;

    expect(await verify(key, REMOTE)).toBe('key-1');
    expect(fetched).toHaveLength(3);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['is an error', () => new Response('{}', { status: 500 })],
    ['is no JSON', () => new Response('keys')],
    ['is not a JWK set', json({})],
    ['has more than a hundred keys', json({ keys: Array.from({ length: 101 }, () => ({})) })],
  ])('finds no keys if the response %s, and fetches again after ten seconds', async (_what, answer) => {
    const key = await generateAssertionKey();
    published = { [JWKS_URI]: answer };

    expect([await verify(key, REMOTE), await verify(key, REMOTE)]).toEqual(['keys-unavailable', 'keys-unavailable']);
    expect(fetched).toHaveLength(1);
    published = { [JWKS_URI]: json(jwks(key)) };
    now += 10_000;
    expect(await verify(key, REMOTE)).toBe('key-1');
  });

  it("finds an issuer's keys through its discovery document", async () => {
    const key = await generateAssertionKey();
    published = { [DISCOVERY]: json({ issuer: ISSUER, jwks_uri: JWKS_URI }), [JWKS_URI]: json(jwks(key)) };

    expect([await verify(key, DISCOVERED), await verify(key, DISCOVERED)]).toEqual(['key-1', 'key-1']);
    expect(fetched).toEqual([DISCOVERY, JWKS_URI]);
  });

  it.each([{ issuer: 'https://tokens.example.com', jwks_uri: JWKS_URI }, { issuer: ISSUER }])(
    "rejects an issuer's keys with the discovery document %j",
    async (document) => {
      const key = await generateAssertionKey();
      published = { [DISCOVERY]: json(document), [JWKS_URI]: json(jwks(key)) };

      expect(await verify(key, DISCOVERED)).toBe('keys-unavailable');
    },
  );

  it('drops published keys with their domain', async () => {
    const key = await generateAssertionKey();
    published = { [DISCOVERY]: json({ issuer: ISSUER, jwks_uri: JWKS_URI }), [JWKS_URI]: json(jwks(key)) };
    await verify(key, DISCOVERED);

    for (const cache of caches.all) {
      const entries = Array.from(cache.keys()).filter((entry) => cache.domainIdOf(entry) === 'a-domain');
      for (const entry of entries) cache.delete(entry);
    }

    expect(caches.all.flatMap((cache) => [...cache.keys()])).toEqual([]);
  });
});

describe('keys of a client', () => {
  it('uses the keys of all methods of a client', async () => {
    const [inline, remote, unknown] = [
      await generateAssertionKey('ES256', 'inline'),
      await generateAssertionKey('RS256', 'remote'),
      await generateAssertionKey('EdDSA', 'inline'),
    ];
    published = { [JWKS_URI]: json(jwks(remote)) };
    const methods = [methodWith({ jwks: jwks(inline) }), REMOTE];

    expect([await verify(inline, ...methods), await verify(remote, ...methods), await verify(unknown, ...methods)]).toEqual([
      'inline',
      'remote',
      'unknown-key',
    ]);
  });

  it('accepts keys with the same kid, because the other members and the signature select the key', async () => {
    const [first, second, third] = await Promise.all(['ES256', 'ES256', 'EdDSA'].map((alg) => generateAssertionKey(alg, 'same')));
    const method = methodWith({ jwks: jwks(first!, second!, third!) });

    expect(await Promise.all([first, second, third].map((key) => verify(key!, method)))).toEqual(['same', 'same', 'same']);
  });

  it('finds a key without a kid in the header if one key fits its algorithm', async () => {
    const [one, other, edwards] = [
      await generateAssertionKey('ES256', 'one'),
      await generateAssertionKey('ES256', 'other'),
      await generateAssertionKey('EdDSA', 'edwards'),
    ];
    const find = async (method: CachedMethod, key: AssertionKey) =>
      keys.findSigner([method], decodeJws(await key.sign({}, { kid: undefined as never }))!, new VerificationBudget());

    expect((await find(methodWith({ jwks: jwks(one, edwards) }), one)).key.kid).toBe('one');
    await expect(find(methodWith({ jwks: jwks(one, edwards) }), other)).rejects.toMatchObject({ reason: 'wrong-signature' });
    await expect(find(methodWith({ jwks: jwks(one, other) }), other)).rejects.toMatchObject({
      reason: 'unknown-key',
      description: 'several keys of the client match the alg of client_assertion: set the same kid in its header and in the key',
    });
  });

  it('verifies at most four signatures per request over all methods', async () => {
    const methods = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => methodWith({ jwks: jwks(await generateAssertionKey('ES256', `key-${n}`)) })),
    );
    const last = await generateAssertionKey('ES256', 'last');
    const sign = async (from: number) =>
      keys
        .findSigner(
          [...methods.slice(from), methodWith({ jwks: jwks(last) })],
          decodeJws(await last.sign({}, { kid: undefined as never }))!,
          new VerificationBudget(),
        )
        .then(
          ({ key }) => key.kid,
          (error: ClientAuthenticationError) => error.description,
        );

    expect([await sign(2), await sign(1)]).toEqual([
      'last',
      expect.stringMatching(/^none of 4 keys .* no more are tried: give each key its own kid/),
    ]);
  });

  it('does not try keys again if a reload returns the same ones', async () => {
    const [key, forged] = [await generateAssertionKey('ES256', 'same'), await generateAssertionKey('ES256', 'same')];
    published = { [JWKS_URI]: json(jwks(key)) };
    await verify(key, REMOTE);
    now += MINUTE;
    const budget = new VerificationBudget();

    await expect(keys.findSigner([REMOTE], decodeJws(await forged.sign({ iss: 'orders' }))!, budget)).rejects.toMatchObject({
      reason: 'wrong-signature',
    });
    expect([fetched.length, budget.spend(), budget.spend(), budget.spend(), budget.spend()]).toEqual([2, true, true, true, false]);
  });
});
