import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { derFromJose, joseFromDer } from './ecdsa-signature.js';
import { signJws } from './signing-key.js';

/** ITU-T X.690 section 8.3: the fewest octets, with a leading zero if the first bit would make the integer negative. */
function derInteger(octets: Buffer): Buffer {
  const start = octets.findIndex((octet) => octet !== 0);
  const significant = start === -1 ? Buffer.alloc(1) : octets.subarray(start);
  const content = significant[0]! >= 0x80 ? Buffer.concat([Buffer.alloc(1), significant]) : significant;
  return Buffer.concat([Buffer.from([0x02, content.length]), content]);
}

/** The `Ecdsa-Sig-Value` of RFC 3279 section 2.2.3. */
function derSignature(r: Buffer, s: Buffer): Buffer {
  const integers = Buffer.concat([derInteger(r), derInteger(s)]);
  return Buffer.concat([Buffer.from([0x30, integers.length]), integers]);
}

const pad = (hex: string) => Buffer.from(hex.padStart(64, '0'), 'hex');

describe('joseFromDer', () => {
  it('returns the signature of RFC 7515 appendix A.3', () => {
    const signature = Buffer.from('DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q', 'base64url');

    expect(joseFromDer(derSignature(signature.subarray(0, 32), signature.subarray(32)))).toEqual(signature);
  });

  it.each([
    ['the least integers', '01', '01'],
    ['a first bit that is set, both', `ff${'11'.repeat(31)}`, `80${'00'.repeat(31)}`],
    ['a first bit that is set, r only', `80${'22'.repeat(31)}`, `7f${'33'.repeat(31)}`],
    ['a first bit that is set, s only', `7f${'22'.repeat(31)}`, `80${'33'.repeat(31)}`],
    ['an r of 31 octets', '44'.repeat(31), '55'.repeat(32)],
    ['an s of 31 octets', '44'.repeat(32), '55'.repeat(31)],
    ['31 octets with the first bit set', 'ff'.repeat(31), 'ff'.repeat(31)],
    ['a few octets', 'ff', '8000'],
    ['zeros at the end', `01${'00'.repeat(31)}`, `01${'00'.repeat(30)}`],
  ])('pads and shortens integers to 32 octets: %s', (_case, r, s) => {
    expect(joseFromDer(derSignature(pad(r), pad(s))).toString('hex')).toBe(pad(r).toString('hex') + pad(s).toString('hex'));
  });

  it('returns r and s of any length as 32 octets each', () => {
    const integer = fc.uint8Array({ minLength: 1, maxLength: 32 }).map((octets) => pad(Buffer.from(octets).toString('hex')));

    const isRight = fc.property(integer, integer, (r, s) => joseFromDer(derSignature(r, s)).equals(Buffer.concat([r, s])));

    expect(fc.check(isRight, { numRuns: 5_000 })).toMatchObject({ failed: false, counterexample: null });
  });
});

describe('derFromJose', () => {
  it('reverses joseFromDer, for integers of any length', () => {
    const integer = fc.uint8Array({ minLength: 1, maxLength: 32 }).map((octets) => pad(Buffer.from(octets).toString('hex')));

    const isRight = fc.property(integer, integer, (r, s) => derSignature(r, s).equals(derFromJose(Buffer.concat([r, s]))!));

    expect(fc.check(isRight, { numRuns: 5_000 })).toMatchObject({ failed: false, counterexample: null });
  });

  it('returns a signature that verifies, for a thousand signatures', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signatures = Array.from({ length: 1_000 }, (_, n) =>
      sign('sha256', Buffer.from(`input ${n}`), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    );

    expect(signatures.every((jose, n) => verify('sha256', Buffer.from(`input ${n}`), publicKey, derFromJose(jose)!))).toBe(true);
  });

  it.each([0, 63, 65])('returns null for %j bytes', (length) => {
    expect(derFromJose(Buffer.alloc(length))).toBeNull();
  });
});

describe('signJws for ES256', () => {
  it('verifies for thousands of signatures, including those with short integers', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = createPublicKey(privateKey);
    const inputs = Array.from({ length: 5_000 }, (_, n) => `header.claims-${n}`);

    const signatures = inputs.map((input) => Buffer.from(signJws(input, privateKey, 'ES256'), 'base64url'));

    const verified = signatures.filter((signature, n) =>
      verify('sha256', Buffer.from(inputs[n]!), { key, dsaEncoding: 'ieee-p1363' }, signature),
    );
    expect(verified).toHaveLength(inputs.length);
    // One in 256 of r and of s has fewer octets. About 39 are expected here; the chance of none is 1 in 10^17.
    expect(signatures.filter((signature) => signature[0] === 0 || signature[32] === 0).length).toBeGreaterThan(0);
  });

  it('re-encodes signatures of the cryptographic library', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

    const jose = joseFromDer(sign('sha256', Buffer.from('input'), privateKey));

    expect(verify('sha256', Buffer.from('input'), { key: publicKey, dsaEncoding: 'ieee-p1363' }, jose)).toBe(true);
  });
});
