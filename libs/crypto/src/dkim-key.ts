import { generateRsaKeyPair } from './rsa-key-pair.pool.js';

/** A key that signs mails: RFC 6376. */
export interface DkimKey {
  /** SubjectPublicKeyInfo in base64: the `p` of the DNS record. */
  publicKey: string;
  /** PKCS #8 in PEM. */
  privateKey: string;
}

/** Generates an RSA key, because many receivers do not know Ed25519 (RFC 8463). It has 2048 bits, as RFC 8301 section 3.2 demands. */
export async function generateDkimKey(): Promise<DkimKey> {
  const { publicKey, privateKey } = await generateRsaKeyPair();
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The associated data of a domain's encrypted DKIM key: see Encryptor. */
export function dkimKeyContext(domainId: string, selector: string): string {
  return `dkim-key:${domainId}:${selector}`;
}
