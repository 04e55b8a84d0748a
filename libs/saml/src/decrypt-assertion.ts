import { promisify } from 'node:util';
import { decrypt } from 'xml-encryption';
import { checkAlgorithms } from './algorithms.js';
import { SamlError } from './saml.error.js';
import { parseXml } from './xml-document.js';

const decryptXml = promisify(decrypt);

/**
 * Finds the key of an encrypted assertion, and checks the algorithms of the signature within. The library decrypts and verifies it.
 *
 * @param keys private keys as PEM
 * @throws SamlError encrypted if none of the keys decrypts it
 */
export async function decryptAssertion(encrypted: Element, keys: readonly string[]): Promise<string> {
  for (const key of keys) {
    const xml = await decryptXml(encrypted.toString(), { key }).catch(() => null);
    if (xml === null) continue;
    checkAlgorithms(parseXml(xml));
    return key;
  }
  throw new SamlError('encrypted', 'No key decrypts the assertion');
}
