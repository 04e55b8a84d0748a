import { importPrivateKey, toPublicJwk, type SigningAlgorithm } from '@latchkey/crypto';
import type { TransferTable } from '@latchkey/persistence';
import { isObject } from '../http/merge-patch.js';

/** What is wrong with a decrypted secret: a private key must be the one of the public key beside it. */
export function findSecretFault({ name }: TransferTable, row: Readonly<Record<string, unknown>>, plain: Buffer): string | null {
  if (name !== 'signing_key') return null;
  const { kid, algorithm, public_jwk: published } = row;
  try {
    const derived: object = toPublicJwk(importPrivateKey(plain), kid as string, algorithm as SigningAlgorithm);
    const isSame = isObject(published) && Object.entries(derived).every(([member, value]) => published[member] === value);
    // control: an imported private key is that of its public key
    return isSame ? null : 'private_key is not that of public_jwk';
  } catch {
    return 'private_key is no private key';
  }
}
