import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';
import { decodeJws, type DecodedJws } from './decoded-jws.js';
import { KeySet } from './key-set.js';
import { encodeJwsPart } from './signing-key.js';
import { MAX_VERIFICATIONS, VerificationBudget } from './verification-budget.js';

interface Key {
  jwk: JsonWebKey & { kid?: string | undefined };
  sign(header?: object): DecodedJws;
}

function createKey(kid: string | undefined): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), ...(kid !== undefined && { kid }) },
    sign: (header = { kid }) => {
      const input = `${encodeJwsPart({ alg: 'ES256', ...header })}.${encodeJwsPart({ iss: 'orders' })}`;
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return decodeJws(`${input}.${signature.toString('base64url')}`)!;
    },
  };
}

let [one, two, unnamed, otherUnnamed]: Key[] = [];
const ED25519 = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });

beforeAll(() => {
  [one, two, unnamed, otherUnnamed] = [createKey('one'), createKey('two'), createKey(undefined), createKey(undefined)];
});

function check(keys: readonly object[], jws: DecodedJws): unknown {
  const found = new KeySet(keys).verify(jws, new VerificationBudget());
  return typeof found === 'string' ? found : found.kid;
}

describe('KeySet.verify', () => {
  it('selects the key by its kid', () => {
    expect([check([one!.jwk, two!.jwk], two!.sign()), check([one!.jwk, two!.jwk], two!.sign({ kid: 'one' }))]).toEqual([
      'two',
      'wrong-signature',
    ]);
  });

  it('requires a kid if several keys match the algorithm', () => {
    const jws = one!.sign({});

    expect([check([one!.jwk, two!.jwk], jws), check([one!.jwk, ED25519], jws)]).toEqual(['missing-kid', 'one']);
  });

  it('matches a kid with a key that has none only if no other key matches', () => {
    const jws = unnamed!.sign({ kid: 'any' });

    expect([check([unnamed!.jwk], jws), check([unnamed!.jwk, otherUnnamed!.jwk], jws), check([one!.jwk], jws)]).toEqual([
      null,
      'unknown-key',
      'unknown-key',
    ]);
  });

  it('tries at most four keys with the same kid', () => {
    const keys = Array.from({ length: MAX_VERIFICATIONS + 1 }, () => createKey('same'));
    const set = keys.map(({ jwk }) => jwk);

    expect(keys.map((key) => check(set, key.sign()))).toEqual(['same', 'same', 'same', 'same', 'wrong-signature']);
  });

  it('verifies nothing once the request has spent its verifications', () => {
    const budget = new VerificationBudget();
    const set = new KeySet([one!.jwk]);
    const results = Array.from({ length: MAX_VERIFICATIONS + 1 }, () => set.verify(one!.sign(), budget));

    expect(results.map((result) => typeof result)).toEqual(['object', 'object', 'object', 'object', 'string']);
  });
});

describe('KeySet', () => {
  it('imports a key once', () => {
    const set = new KeySet([one!.jwk]);

    expect(set.verify(one!.sign(), new VerificationBudget())).toBe(set.verify(one!.sign(), new VerificationBudget()));
  });

  it('equals a set with equal keys', () => {
    expect([
      new KeySet([one!.jwk]).isSameAs(new KeySet([{ ...one!.jwk }])),
      new KeySet([one!.jwk]).isSameAs(new KeySet([two!.jwk])),
    ]).toEqual([true, false]);
  });

  it('accepts only the given algorithms', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const jwk = publicKey.export({ format: 'jwk' });
    const input = `${encodeJwsPart({ alg: 'ES384' })}.${encodeJwsPart({})}`;
    const signature = sign('sha384', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    const jws = decodeJws(`${input}.${signature}`)!;

    expect(new KeySet([jwk], ['ES384']).verify(jws, new VerificationBudget())).toMatchObject({ algorithms: ['ES384'] });
    expect(check([jwk], jws)).toBe('unknown-key');
  });
});
