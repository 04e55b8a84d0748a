import { domainOriginContext } from './encryption-context.js';
import type { Encryptor } from './encryption.js';

/** The secrets of an installation that sign the cookies of a domain: one for each master key, of which the first signs. */
export function deriveCookieKeys(encryptor: Encryptor, domainId: string): Buffer[] {
  // control: each domain has its own cookie keys
  return encryptor.derive(`cookies:${domainId}`);
}

/**
 * The secrets that signed the cookies of an imported domain before.
 *
 * @param encrypted the keys of the installations that it comes from, in base64; null for a domain that was registered here
 */
export function openOriginCookieKeys(encryptor: Encryptor, domainId: string, encrypted: string | null): Buffer[] {
  if (encrypted === null) return [];
  const opened = encryptor.decrypt(Buffer.from(encrypted, 'base64'), domainOriginContext(domainId)).toString('utf8');
  const { cookieKeys } = JSON.parse(opened) as { cookieKeys: string[] };
  return cookieKeys.map((key) => Buffer.from(key, 'base64'));
}
