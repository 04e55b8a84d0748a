import { fingerprint } from '@latchkey/crypto';
import { USERNAME, usernameFault } from '@latchkey/oauth';
import type { UpstreamClaims } from './claim-attributes.js';

/** Whose username it is to be. */
export interface NamedSubject {
  /** The name of the provider. */
  provider: string;
  issuer: string;
  subject: string;
}

/** Characters that leave room for what is added. */
const LONGEST_BASE = 200;

/**
 * Usernames for somebody, the best first: what the provider calls them, else their address there. A name that is too short gets the
 * provider's name, and what is taken the mark of the subject: nobody is ever merged with anybody. A name that no username can be gives way to a made one.
 *
 * @param claims with names of attributes
 */
export function usernamesOf(claims: UpstreamClaims, { provider, issuer, subject }: NamedSubject): string[] {
  const mark = fingerprint('federated username', provider, issuer, subject).toString('hex').slice(0, 10);
  const wanted = [claims['preferred_username'], claims['email']].map(trimmed).find((name) => name !== '');
  if (wanted === undefined) return [`${provider}-${mark}`, `user-${mark}`].filter((name) => usernameFault(name) === null);
  const isShort = Array.from(wanted).length < USERNAME.shortest;
  const candidates = [isShort ? `${wanted}-${provider}` : wanted, `${wanted}-${mark}`, `${provider}-${mark}`, `user-${mark}`];
  return [...new Set(candidates)].filter((name) => usernameFault(name) === null);
}

function trimmed(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed()) return '';
  return Array.from(value.trim()).slice(0, LONGEST_BASE).join('').trim();
}
