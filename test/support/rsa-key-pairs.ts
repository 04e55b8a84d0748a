import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

let taken = 0;

/** An RSA key pair for a server in the test's process: one of a few, in turn, which test/runner/global-setup.mjs generates once for the whole run. */
export async function takeRsaKeyPair(): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  const keys = process.env['TEST_RSA_KEYS']!.split(',');
  taken += 1;
  const privateKey = createPrivateKey({ key: Buffer.from(keys[taken % keys.length]!, 'base64'), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
