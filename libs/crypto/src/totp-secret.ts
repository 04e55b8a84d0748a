import { randomBytes } from 'node:crypto';

/** The length of an HMAC-SHA-1, as RFC 4226 section 4 (R6) recommends. */
const SECRET_BYTES = 20;

/** Creates the secret that an authenticator app shares with the service: 160 random bits. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The associated data of the encrypted secret of an authenticator app: see Encryptor. */
export function totpContext(domainId: string, sub: string): string {
  return `totp:${domainId}:${sub}`;
}
