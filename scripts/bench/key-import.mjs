import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { table } from './report.mjs';

const SAMPLES = 2_000;
const ALGORITHMS = /** @type {const} */ (['ES256', 'RS256', 'EdDSA']);

/**
 * What a signing key costs before its first signature: its decryption and import, apart from all else.
 *
 * @returns {Promise<string>} a table
 */
export async function measureKeyImport() {
  /** @type {typeof import('@latchkey/crypto')} */
  const crypto = await import(new URL('../../dist/libs/crypto/src/index.js', import.meta.url).href);
  const encryptor = new crypto.Encryptor([randomBytes(32)]);
  const rows = ALGORITHMS.map((algorithm) => {
    const encrypted = encryptor.encrypt(privateKeyOf(algorithm), 'bench');
    const decrypted = encryptor.decrypt(encrypted, 'bench');
    const key = crypto.importPrivateKey(decrypted);
    return [
      algorithm,
      time(() => encryptor.decrypt(encrypted, 'bench')),
      time(() => crypto.importPrivateKey(decrypted)),
      time(() => crypto.signJws('input', crypto.importPrivateKey(decrypted), algorithm)),
      time(() => crypto.signJws('input', key, algorithm)),
    ];
  });
  return table([['CPU us of a signing key', 'decrypt', 'import', 'import and first signature', 'signature'], ...rows]);
}

/** @param {typeof ALGORITHMS[number]} algorithm */
function privateKeyOf(algorithm) {
  const { privateKey } = {
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    EdDSA: () => generateKeyPairSync('ed25519'),
  }[algorithm]();
  return privateKey.export({ format: 'der', type: 'pkcs8' });
}

/**
 * @param {() => unknown} work
 * @returns {string} microseconds of CPU
 */
function time(work) {
  for (let n = 0; n < SAMPLES / 10; n += 1) work();
  const start = process.cpuUsage();
  for (let n = 0; n < SAMPLES; n += 1) work();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) / SAMPLES).toFixed(1);
}
