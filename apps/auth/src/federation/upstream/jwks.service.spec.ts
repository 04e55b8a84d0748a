import { beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_VERIFICATIONS, VerificationBudget } from '@latchkey/crypto';
import { DocumentCache, type SafeFetchClient } from '@latchkey/outgoing';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import type { FederationFailure } from '../federation-failure.js';
import { JwksService } from './jwks.service.js';

const DOMAIN = { id: 'a-domain' };
const SOURCE = { revision: '1', jwks_uri: 'https://login.example.com/jwks' };

interface Key {
  jwk: JWK;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

let now: number;
let published: JWK[];
let fetchCount: number;
let jwks: JwksService;

beforeEach(() => {
  [now, published, fetchCount] = [1_000_000, [], 0];
  const fetch: SafeFetchClient['fetch'] = async () => {
    fetchCount += 1;
    return new Response(JSON.stringify({ keys: published }), { headers: { 'content-type': 'application/json' } });
  };
  jwks = new JwksService(new DocumentCache({ fetch }, { now: () => now }));
});

async function newKey(kid: string | undefined, alg = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }), use: 'sig' };
  const protectedHeader = { alg, ...(kid !== undefined && { kid }) };
  return { jwk, sign: (claims, header) => new SignJWT(claims).setProtectedHeader({ ...protectedHeader, ...header }).sign(privateKey) };
}

async function outcome(jwt: string): Promise<unknown> {
  return jwks.verify(DOMAIN, SOURCE, jwt).then(
    ({ claims }) => claims,
    (error: FederationFailure) => error.reason,
  );
}

describe('JwksService', () => {
  it.each(['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'])('accepts keys for %s', async (alg) => {
    const key = await newKey('one', alg);
    published = [key.jwk];

    expect(await outcome(await key.sign({ sub: 'jane' }))).toEqual({ sub: 'jane' });
  });

  it('refetches keys once when the kid is unknown', async () => {
    const [old, fresh, foreign] = [await newKey('old'), await newKey('new'), await newKey('foreign')];
    published = [old.jwk];
    await outcome(await old.sign({}));
    published = [fresh.jwk];

    const immediately = await outcome(await fresh.sign({}));
    now += 29_000;
    const later = [await outcome(await fresh.sign({ n: 1 })), await outcome(await fresh.sign({ n: 2 }))];
    const others = await Promise.all(Array.from({ length: 20 }, async () => outcome(await foreign.sign({}))));

    expect([immediately, ...later]).toEqual([{}, { n: 1 }, { n: 2 }]);
    expect(new Set(others)).toEqual(new Set(['unknown-key']));
    expect(fetchCount).toBe(2);
  });

  it.each([
    ['the same kid', 'one'],
    ['no kid', undefined],
  ])('refetches keys once when the signature is invalid, because the new key has %s', async (_how, kid) => {
    const [old, fresh, foreign] = [await newKey(kid), await newKey(kid), await newKey(kid)];
    published = [old.jwk];
    await outcome(await old.sign({}));
    published = [fresh.jwk];

    const immediately = await outcome(await fresh.sign({ n: 1 }));
    const others = await Promise.all(Array.from({ length: 20 }, async () => outcome(await foreign.sign({}))));

    expect([immediately, ...new Set(others)]).toEqual([{ n: 1 }, 'wrong-signature']);
    expect(fetchCount).toBe(2);
    now += 31_000;
    expect(await outcome(await foreign.sign({}))).toBe('wrong-signature');
    expect(fetchCount).toBe(3);
  });

  it('requires a kid where several keys fit the algorithm, without fetching them again', async () => {
    const [one, other] = [await newKey(undefined), await newKey('other')];
    published = [one.jwk, other.jwk, (await newKey('rsa', 'RS256')).jwk];

    expect([await outcome(await one.sign({})), await outcome(await other.sign({ sub: 'jane' }))]).toEqual(['unknown-key', { sub: 'jane' }]);
    expect(fetchCount).toBe(1);
  });

  it('ignores a key that may not be used', async () => {
    const key = await newKey('one', 'RS256');
    const modulusBytes = Buffer.from(key.jwk.n!, 'base64url').length;
    published = [{ ...key.jwk, e: Buffer.alloc(modulusBytes - 1, 0x55).toString('base64url') }];

    expect(await outcome(await key.sign({}))).toBe('unknown-key');
  });

  it('imports a key once while its document is cached, and does not try the same keys again', async () => {
    const [key, forged] = [await newKey('one'), await newKey('one')];
    published = [key.jwk];
    const spent = async (jwt: string): Promise<number> => {
      const budget = new VerificationBudget();
      await jwks.verify(DOMAIN, { ...SOURCE, budget }, jwt).catch(() => undefined);
      return MAX_VERIFICATIONS - Array.from({ length: MAX_VERIFICATIONS }, () => budget.spend()).filter(Boolean).length;
    };

    expect([await spent(await key.sign({})), await spent(await forged.sign({}))]).toEqual([1, 1]);
    expect(fetchCount).toBe(2);
  });

  it('ignores a key in the header of the token', async () => {
    const [known, foreign] = [await newKey('one'), await newKey('one')];
    published = [known.jwk];

    expect(await outcome(await foreign.sign({}, { jwk: foreign.jwk }))).toBe('wrong-signature');
  });

  it.each(['', 'a.b', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA'])(
    'rejects a malformed or unsigned token: %s',
    async (jwt) => {
      published = [(await newKey('one')).jwk];

      expect(['wrong-signature', 'wrong-algorithm']).toContain(await outcome(jwt));
    },
  );
});
