import { describe, expect, it } from '@jest/globals';
import { createPublicKey, generateKeyPairSync, randomBytes, type JsonWebKey } from 'node:crypto';
import { CertificateIssuer } from '../../../test/support/certificates.js';
import { ClientCertificate, importCertificateKey } from './client-certificate.js';
import { importProofKey } from './proof-key.js';
import { findPublicJwkViolations } from './public-jwk.js';
import { findPublicKeyViolation } from './usable-public-key.js';
import { importVerificationKey } from './verification-key.js';

const rsa = (bits: number): JsonWebKey => generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
const RSA = rsa(2_048);
const withExponent = (...bytes: number[]): JsonWebKey => ({ ...RSA, e: Buffer.from(bytes).toString('base64url') });
const modulusOf = (bytes: number): string => {
  const modulus = randomBytes(bytes);
  modulus[0]! |= 0x80;
  modulus[bytes - 1]! |= 1;
  return modulus.toString('base64url');
};

const REFUSED: [string, JsonWebKey, 'n' | 'e'][] = [
  ['a modulus of 1,024 bits', rsa(1_024), 'n'],
  ['a modulus of 4,104 bits', { ...RSA, n: modulusOf(513) }, 'n'],
  ['a modulus of 16,384 bits', { ...RSA, n: modulusOf(2_048) }, 'n'],
  ['the exponent 1', withExponent(1), 'e'],
  ['an even exponent', withExponent(1, 0, 0), 'e'],
  ['an exponent of 33 bits', withExponent(1, 0, 0, 0, 1), 'e'],
  ['an exponent as long as its modulus', withExponent(1, ...randomBytes(253), 1), 'e'],
];
const ACCEPTED: [string, JsonWebKey][] = [
  ['2,048 bits', RSA],
  ['4,096 bits', rsa(4_096)],
  ['the exponent 3', withExponent(3)],
  ['the largest exponent, 2^32 - 1', withExponent(0xff, 0xff, 0xff, 0xff)],
  ['a curve', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })],
  ['Ed25519', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })],
];

describe('findPublicKeyViolation', () => {
  it.each(REFUSED)('rejects a key with %s, wherever it comes from', (_what, jwk, member) => {
    expect({
      violation: findPublicKeyViolation(createPublicKey({ key: jwk, format: 'jwk' }))?.member,
      stored: findPublicJwkViolations(jwk, 'signature').map(({ pointer }) => pointer),
      storedForCertificates: findPublicJwkViolations(jwk, 'certificate').map(({ pointer }) => pointer),
      fetched: importVerificationKey(jwk),
      fetchedForCertificates: importCertificateKey(jwk),
      presented: importProofKey(jwk),
    }).toEqual({
      violation: member,
      stored: [`/${member}`],
      storedForCertificates: [`/${member}`],
      fetched: null,
      fetchedForCertificates: null,
      presented: null,
    });
  });

  it.each(ACCEPTED)('accepts a key with %s', (_what, jwk) => {
    expect([findPublicKeyViolation(createPublicKey({ key: jwk, format: 'jwk' })), findPublicJwkViolations(jwk, 'signature')]).toEqual([
      null,
      [],
    ]);
    expect([importVerificationKey(jwk), importCertificateKey(jwk), importProofKey(jwk)]).not.toContain(null);
  });
});

describe('certificates with such keys', () => {
  const issue = async (jwk: JsonWebKey): Promise<string> => {
    const spki = Buffer.from(createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' }));
    return (await new CertificateIssuer().issue({ subject: 'CN=orders', spki })).pem;
  };

  it.each(REFUSED)('are rejected with %s', async (_what, jwk) => {
    expect(ClientCertificate.parse(await issue(jwk))).toBeNull();
  });

  it.each(ACCEPTED)('are parsed with %s', async (_what, jwk) => {
    expect(ClientCertificate.parse(await issue(jwk))).not.toBeNull();
  });
});
