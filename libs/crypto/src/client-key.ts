import { generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';

const generate = promisify(generateKeyPair);

/** The algorithms of new keys, which the FAPI 2.0 Security Profile permits (section 5.4.1). */
export const CLIENT_KEY_ALGORITHMS = ['ES256', 'PS256', 'EdDSA'] as const;
export type ClientKeyAlgorithm = (typeof CLIENT_KEY_ALGORITHMS)[number];

export interface GeneratedClientKey {
  publicJwk: JsonWebKey & { kid: string };
  /** PKCS #8, PEM. */
  privateKey: string;
}

/** Creates a key pair with which a client signs assertions: P-256, RSA with 3072 bits or Ed25519. */
export async function generateClientKey(algorithm: ClientKeyAlgorithm): Promise<GeneratedClientKey> {
  const { publicKey, privateKey } = await generatePair(algorithm);
  const jwk = publicKey.export({ format: 'jwk' });
  return {
    publicJwk: { ...jwk, kid: await calculateJwkThumbprint(jwk as JWK), alg: algorithm, use: 'sig' },
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}

function generatePair(algorithm: ClientKeyAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  switch (algorithm) {
    case 'ES256':
      return generate('ec', { namedCurve: 'P-256' });
    case 'PS256':
      return generate('rsa', { modulusLength: 3_072 });
    case 'EdDSA':
      return generate('ed25519');
  }
}
