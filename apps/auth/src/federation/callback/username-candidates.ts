import { fingerprint } from '@latchkey/crypto';
import { USERNAME, findUsernameFault } from '@latchkey/oauth';
import type { UpstreamClaims } from './claim-mapper.js';

/** Whose username it is to be. */
export interface FederatedSubject {
  /** The name of the provider. */
  provider: string;
  issuer: string;
  subject: string;
}

/** Characters that leave room for what is added. */
const MAX_BASE_LENGTH = 200;

/**
 * Usernames for somebody, the best first: what the provider calls them, else their address there. A name that is too short gets the
 * provider's name, and what is taken the mark of the subject: nobody is ever merged with anybody. A name that no username can be gives way to a made one.
 *
 * @param claims with names of attributes
 */
export function buildUsernameCandidates(claims: UpstreamClaims, { provider, issuer, subject }: FederatedSubject): string[] {
  const suffix = fingerprint('federated username', provider, issuer, subject).toString('hex').slice(0, 10);
  const preferred = [claims['preferred_username'], claims['email']].map(trimToMaxLength).find((name) => name !== '');
  if (preferred === undefined) return [`${provider}-${suffix}`, `user-${suffix}`].filter((name) => findUsernameFault(name) === null);
  const isShort = Array.from(preferred).length < USERNAME.shortest;
  const candidates = [
    isShort ? `${preferred}-${provider}` : preferred,
    `${preferred}-${suffix}`,
    `${provider}-${suffix}`,
    `user-${suffix}`,
  ];
  return [...new Set(candidates)].filter((name) => findUsernameFault(name) === null);
}

function trimToMaxLength(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed()) return '';
  return Array.from(value.trim()).slice(0, MAX_BASE_LENGTH).join('').trim();
}
