import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { encodeJwsPart, generateSigningKey, importPrivateKey, signJws, SIGNING_ALGORITHMS, type PublicJwk } from './signing-key.js';
import { verifyJws } from './verify-jws.js';

const CLAIMS = { sub: 'somebody' };
type Key = { jwk: PublicJwk; sign: (header: object, claims?: object) => string };
let keys: Key[];

beforeAll(async () => {
  keys = await Promise.all(
    SIGNING_ALGORITHMS.map(async (algorithm) => {
      const { publicJwk: jwk, privateKey } = await generateSigningKey(algorithm);
      const sign = (header: object, claims: object = CLAIMS): string => {
        const input = `${encodeJwsPart(header)}.${encodeJwsPart(claims)}`;
        return `${input}.${signJws(input, importPrivateKey(privateKey), algorithm)}`;
      };
      return { jwk, sign };
    }),
  );
});

describe('verifyJws', () => {
  it.each([0, 1, 2, 3])('accepts a JWT that one of the keys has signed: %#', (index) => {
    const { jwk, sign } = keys[index]!;
    const header = { alg: jwk.alg, typ: 'at+jwt', kid: jwk.kid };

    expect(
      verifyJws(
        sign(header),
        keys.map((key) => key.jwk),
      ),
    ).toEqual({ header, claims: CLAIMS });
  });

  it.each<[string, (key: Key) => string]>([
    ['without signature', ({ jwk }) => `${encodeJwsPart({ alg: 'none', kid: jwk.kid })}.${encodeJwsPart(CLAIMS)}.`],
    ['that calls itself unsigned', ({ jwk, sign }) => sign({ alg: 'none', kid: jwk.kid })],
    ['of a key that is not named', ({ jwk, sign }) => sign({ alg: jwk.alg })],
    ['of another algorithm than its key', ({ jwk, sign }) => sign({ alg: 'PS256', kid: jwk.kid })],
    ['with an extension that must be understood', ({ jwk, sign }) => sign({ alg: jwk.alg, kid: jwk.kid, crit: ['b64'], b64: false })],
    [
      'whose claims were changed',
      ({ jwk, sign }) => {
        const [head, , signature] = sign({ alg: jwk.alg, kid: jwk.kid }).split('.');
        return `${head}.${encodeJwsPart({ sub: 'another' })}.${signature}`;
      },
    ],
    [
      'keyed with the public key as a secret',
      ({ jwk }) => {
        const input = `${encodeJwsPart({ alg: 'HS256', kid: jwk.kid })}.${encodeJwsPart(CLAIMS)}`;
        return `${input}.${createHmac('sha256', JSON.stringify(jwk)).update(input).digest('base64url')}`;
      },
    ],
    [
      'whose signature is written otherwise',
      ({ jwk, sign }) => {
        const jwt = sign({ alg: jwk.alg, kid: jwk.kid });
        const last = jwt.at(-1)!;
        return jwt.slice(0, -1) + (last === 'Q' ? 'R' : String.fromCharCode(last.charCodeAt(0) + 1));
      },
    ],
    ['with padding', ({ jwk, sign }) => `${sign({ alg: jwk.alg, kid: jwk.kid })}==`],
    ['with a character before it', ({ jwk, sign }) => `~${sign({ alg: jwk.alg, kid: jwk.kid })}`],
    ['that is a list', ({ jwk, sign }) => sign({ alg: jwk.alg, kid: jwk.kid }, [])],
    ['that is none', () => 'opaque'],
    ['that is nothing', () => ''],
    ['of four parts', ({ jwk, sign }) => `${sign({ alg: jwk.alg, kid: jwk.kid })}.x`],
    ['that brings its key', ({ jwk, sign }) => sign({ alg: jwk.alg, kid: 'own', jwk })],
  ])('rejects %s', (_what, make) => {
    expect(
      verifyJws(
        make(keys[0]!),
        keys.map((key) => key.jwk),
      ),
    ).toBeNull();
  });

  it('rejects an alg that names the algorithm of the key differently', () => {
    const { jwk, sign } = keys.find((key) => key.jwk.alg === 'EdDSA')!;

    expect(verifyJws(sign({ alg: 'Ed25519', kid: jwk.kid }), [jwk])).toBeNull();
  });

  it('rejects a signature by another key with the same kid', () => {
    const [own, other] = [keys[0]!, keys[2]!];
    const impostor = { ...other.jwk, kid: own.jwk.kid };

    expect(verifyJws(own.sign({ alg: own.jwk.alg, kid: own.jwk.kid }), [impostor])).toBeNull();
  });
});
