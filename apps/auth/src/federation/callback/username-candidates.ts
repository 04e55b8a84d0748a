import { fingerprint } from '@latchkey/crypto';
import { USERNAME, findUsernameViolation } from '@latchkey/oauth';
import type { UpstreamClaims } from './claim-mapper.js';

/** The federated identity that needs a username. */
export interface FederatedSubject {
  /** Name of the identity provider. */
  provider: string;
  issuer: string;
  subject: string;
}

/** Leaves room for suffixes, in characters. */
const MAX_BASE_LENGTH = 200;

/**
 * Proposes usernames in order of preference: the preferred username or email address, then generated names. A short name gets the identity
 * provider's name as suffix. A hash of the subject makes later candidates unique, so that a taken name never merges two users.
 *
 * @param claims keyed by attribute name
 * @returns valid usernames only
 */
export function buildUsernameCandidates(claims: UpstreamClaims, { provider, issuer, subject }: FederatedSubject): string[] {
  const suffix = fingerprint('federated username', provider, issuer, subject).toString('hex').slice(0, 10);
  const preferred = [claims['preferred_username'], claims['email']].map(trimToMaxLength).find((name) => name !== '');
  if (preferred === undefined) return [`${provider}-${suffix}`, `user-${suffix}`].filter((name) => findUsernameViolation(name) === null);
  const isShort = Array.from(preferred).length < USERNAME.shortest;
  const candidates = [
    isShort ? `${preferred}-${provider}` : preferred,
    `${preferred}-${suffix}`,
    `${provider}-${suffix}`,
    `user-${suffix}`,
  ];
  return [...new Set(candidates)].filter((name) => findUsernameViolation(name) === null);
}

function trimToMaxLength(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed()) return '';
  return Array.from(value.trim()).slice(0, MAX_BASE_LENGTH).join('').trim();
}
