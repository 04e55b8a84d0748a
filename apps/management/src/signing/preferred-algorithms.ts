import { selectSigningKey, type SigningAlgorithm } from '@latchkey/crypto';
import type { SigningKey } from '@latchkey/persistence';
import { LAZY_ALGORITHM } from '../signing-key/key-schedule.js';

/** The key that the auth server creates when an ID token needs it. */
const LAZY_KEY = { algorithm: LAZY_ALGORITHM, signsFrom: 0 };

/** The current signing of a kind of token. */
export interface PreviousSigning {
  /** The domain's keys, one or more, newest first. */
  keys: readonly SigningKey[];
  /** The list of the domain or client; null if it has none. */
  own: readonly SigningAlgorithm[] | null;
  /** The list of the domain, for a client. */
  fallback?: readonly SigningAlgorithm[];
}

/**
 * Builds the list of algorithms, of which the first one with a usable key signs: see selectSigningKey. The current algorithm follows the
 * chosen one, so that it signs until the chosen one's key may. The lazy algorithm counts as one with a key.
 *
 * @param now milliseconds since the epoch
 */
export function preferAlgorithm(chosen: SigningAlgorithm, { keys, own, fallback = [] }: PreviousSigning, now: number): SigningAlgorithm[] {
  if (own?.[0] === chosen) return [...own];
  const { algorithm } = selectSigningKey([...keys, LAZY_KEY], [...(own ?? []), ...fallback], now);
  return [...new Set([chosen, algorithm])];
}
