import { selectSigningKey, type SigningAlgorithm } from '@latchkey/crypto';
import type { SigningKey } from '@latchkey/persistence';
import { LAZY_ALGORITHM } from '../signing-key/key-schedule.js';

/** The key that the auth server makes when an ID token needs it. */
const LAZY_KEY = { algorithm: LAZY_ALGORITHM, signsFrom: 0 };

/** The signing of a kind of token until now. */
export interface PreviousSigning {
  /** The domain's keys, newest first, one at least. */
  keys: readonly SigningKey[];
  /** The list of the domain or client; null: it has none. */
  own: readonly SigningAlgorithm[] | null;
  /** The list of the domain, for a client. */
  fallback?: readonly SigningAlgorithm[];
}

/**
 * Makes the list of algorithms of which the first one signs that has a key that may: see selectSigningKey. The algorithm that signs now
 * follows the chosen one, and so signs until the chosen one's key may. The lazy
 * algorithm counts as one that signs.
 *
 * @param now milliseconds since the epoch
 */
export function preferAlgorithm(chosen: SigningAlgorithm, { keys, own, fallback = [] }: PreviousSigning, now: number): SigningAlgorithm[] {
  if (own?.[0] === chosen) return [...own];
  const { algorithm } = selectSigningKey([...keys, LAZY_KEY], [...(own ?? []), ...fallback], now);
  return [...new Set([chosen, algorithm])];
}
