import { describe, expect, it } from '@jest/globals';
import { CompactSign, compactVerify, importJWK, type JWK } from 'jose';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { generateRsaKeyPair } from './rsa-key-pair.pool.js';
import { generateSigningKey, importPrivateKey, SIGNING_ALGORITHMS, signJws, toPrivateJwk, type SigningAlgorithm } from './signing-key.js';

const HEADER_AND_CLAIMS = '{"iss":"https://auth.example.com","sub":"caf\u00e9"}';
const base64url = (text: string) => Buffer.from(text).toString('base64url');

async function keyOf(algorithm: SigningAlgorithm) {
  const generated = await generateSigningKey(algorithm);
  return { ...generated, key: importPrivateKey(generated.privateKey) };
}

function signingInput(algorithm: SigningAlgorithm, kid: string): string {
  return `${base64url(JSON.stringify({ alg: algorithm, kid, typ: 'at+jwt' }))}.${base64url(HEADER_AND_CLAIMS)}`;
}

async function signedBy(key: KeyObject, algorithm: SigningAlgorithm, kid: string): Promise<string> {
  const input = signingInput(algorithm, kid);
  return `${input}.${signJws(input, key, algorithm)}`;
}

describe.each(SIGNING_ALGORITHMS)('signing key for %s', (algorithm) => {
  it('makes signatures that another library verifies with the published key', async () => {
    const { kid, publicJwk, key } = await keyOf(algorithm);

    const jws = await signedBy(key, algorithm, kid);

    const { payload, protectedHeader } = await compactVerify(jws, await importJWK(publicJwk as JWK));
    expect(protectedHeader).toEqual({ alg: algorithm, kid, typ: 'at+jwt' });
    expect(Buffer.from(payload).toString()).toBe(HEADER_AND_CLAIMS);
  });

  it('makes signatures that no key of another domain verifies', async () => {
    const [mine, other] = await Promise.all([keyOf(algorithm), keyOf(algorithm)]);

    const jws = await signedBy(mine.key, algorithm, mine.kid);

    await expect(compactVerify(jws, await importJWK(other.publicJwk as JWK))).rejects.toThrow('signature verification failed');
  });

  it('signs every character of its input', async () => {
    const { kid, publicJwk, key } = await keyOf(algorithm);
    const input = signingInput(algorithm, kid);
    const signature = signJws(input, key, algorithm);

    const changed = `${input.slice(0, -1)}${input.endsWith('A') ? 'Q' : 'A'}.${signature}`;

    await expect(compactVerify(changed, await importJWK(publicJwk as JWK))).rejects.toThrow('signature verification failed');
  });

  it('is the same key as its JWK form, for libraries that accept only JWKs', async () => {
    const { kid, publicJwk, key } = await keyOf(algorithm);

    const privateJwk = toPrivateJwk(key, publicJwk);

    expect(privateJwk).toMatchObject({ ...publicJwk });
    const jws = await new CompactSign(Buffer.from('text'))
      .setProtectedHeader({ alg: algorithm, kid })
      .sign(await importJWK(privateJwk as JWK));
    const { payload } = await compactVerify(jws, await importJWK(publicJwk as JWK));
    expect(Buffer.from(payload).toString()).toBe('text');
  });

  it('is stored as PKCS #8 and matches the published key', async () => {
    const { privateKey, publicJwk } = await generateSigningKey(algorithm);

    const published = createPublicKey(createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' });

    expect(publicJwk).toMatchObject(published);
  });

  it('has an id of 128 bits that never repeats', async () => {
    const [one, other] = await Promise.all([generateSigningKey(algorithm), generateSigningKey(algorithm)]);

    expect(one.kid).toMatch(/^[\w-]{22}$/);
    expect(other.kid).not.toBe(one.kid);
    expect(one.publicJwk.kid).toBe(one.kid);
  });
});

describe('published keys', () => {
  const coordinate = expect.stringMatching(/^[\w-]{43}$/);
  const published = { kid: expect.any(String), use: 'sig' };

  it.each<[SigningAlgorithm, object]>([
    ['ES256', { ...published, alg: 'ES256', kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate }],
    ['EdDSA', { ...published, alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', x: coordinate }],
    // 2048 bits are 342 characters; AQAB is 65537.
    ['RS256', { ...published, alg: 'RS256', kty: 'RSA', n: expect.stringMatching(/^[\w-]{342}$/), e: 'AQAB' }],
    ['PS256', { ...published, alg: 'PS256', kty: 'RSA', n: expect.stringMatching(/^[\w-]{342}$/), e: 'AQAB' }],
  ])('states the use of %s, without the private key', async (algorithm, jwk) => {
    expect((await generateSigningKey(algorithm)).publicJwk).toEqual(jwk);
  });
});

describe('signJws', () => {
  it('makes the signature of RFC 8037 appendix A.4', () => {
    const jwk = {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    };
    const key = createPrivateKey({ key: jwk, format: 'jwk' });

    expect(signJws('eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc', key, 'EdDSA')).toBe(
      'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    );
  });

  it('makes the RSASSA-PKCS1-v1_5 signature, which is the same in every library', async () => {
    const { kid, publicJwk, key } = await keyOf('RS256');
    const { 2: expected } = (
      await new CompactSign(Buffer.from(HEADER_AND_CLAIMS))
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
        .sign(await importJWK(toPrivateJwk(key, publicJwk) as JWK))
    ).split('.');

    expect(signJws(signingInput('RS256', kid), key, 'RS256')).toBe(expected);
  });
});

describe('RSA key pairs of new keys', () => {
  it.each<[SigningAlgorithm, number]>([
    ['RS256', 1],
    ['PS256', 1],
    ['ES256', 0],
    ['EdDSA', 0],
  ])('come from the given source: for %s, %i', async (algorithm, expected) => {
    let taken = 0;
    const pair = await generateRsaKeyPair();
    const take = async () => {
      taken += 1;
      return pair;
    };

    const { publicJwk } = await generateSigningKey(algorithm, { take });

    const isOfSource = publicJwk.n === pair.publicKey.export({ format: 'jwk' }).n;
    expect([taken, isOfSource]).toEqual([expected, expected === 1]);
  });
});
