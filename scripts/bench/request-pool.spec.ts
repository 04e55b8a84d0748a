import { describe, expect, it } from '@jest/globals';
import { decodeJwt, EmbeddedJWK, importJWK, jwtVerify, type JWK } from 'jose';
import { generateClientKeys } from './client-keys.mjs';
import { RequestPool } from './request-pool.mjs';
import { createTokenRequest, getConfirmation } from './token-requests.mjs';

const PARTY = {
  host: 'a.localhost:1',
  issuer: 'https://a.localhost:1',
  clientId: 'client-1',
  secret: 's',
  keys: await generateClientKeys('client-1'),
};

/** The text of all prepared requests. */
function takeAll(pool: RequestPool): string[] {
  const texts: string[] = [];
  for (let taken = pool.take(); taken; taken = pool.take()) texts.push(taken.bytes.toString());
  return texts;
}

describe('RequestPool', () => {
  it('repeats requests endlessly if nothing is signed', () => {
    const pool = new RequestPool([createTokenRequest('secret', PARTY)]);

    const [first, second] = [pool.take(), pool.take()];
    expect(first?.bytes.toString()).toContain('Authorization: Basic Y2xpZW50LTE6cw==\r\n');
    expect(second).toEqual(first);
  });

  it('sends requests repeatedly in turn if asked to', () => {
    const hosts = ['a.localhost:1', 'b.localhost:1', 'c.localhost:1'];
    const pool = new RequestPool(
      hosts.map((host) => createTokenRequest('secret', { ...PARTY, host })),
      { inTurn: true },
    );

    expect(Array.from({ length: 7 }, () => pool.take()?.index)).toEqual([0, 1, 2, 0, 1, 2, 0]);
  });

  it('uses signed requests once, each with its own assertion and proof', async () => {
    const pool = new RequestPool([createTokenRequest('private_key_jwt+dpop', PARTY)]);
    expect(pool.take()).toBeUndefined();
    pool.prepare(3);
    const texts = takeAll(pool);
    const assertions = texts.map((text) => /client_assertion=([\w.-]+)/.exec(text)![1]!);
    const proofs = texts.map((text) => /\r\nDPoP: ([\w.-]+)\r\n/.exec(text)![1]!);

    expect(new Set([...assertions, ...proofs].map((jwt) => decodeJwt(jwt).jti)).size).toBe(6);
    const key = await importJWK(PARTY.keys.assertion.publicKey as JWK, 'ES256');
    await jwtVerify(assertions[0]!, key, { issuer: PARTY.clientId, subject: PARTY.clientId, audience: PARTY.issuer });
    const proof = await jwtVerify(proofs[0]!, EmbeddedJWK, { typ: 'dpop+jwt' });
    expect(proof.payload).toMatchObject({ htm: 'POST', htu: 'https://a.localhost:1/connect/token' });
    expect(proof.protectedHeader.jwk).not.toHaveProperty('d');
  });

  it('presents the certificate as a proxy does', () => {
    const pool = new RequestPool([createTokenRequest('tls', PARTY)]);

    expect(pool.take()?.bytes.toString()).toContain(`\r\nClient-Cert: :${PARTY.keys.certificate}:\r\n`);
  });
});

describe('getConfirmation', () => {
  it('returns undefined for a method that binds no token', () => {
    expect(getConfirmation('secret', PARTY)).toBeUndefined();
    expect(getConfirmation('private_key_jwt', PARTY)).toBeUndefined();
  });
});
