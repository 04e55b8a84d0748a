import type { SigningAlgorithm } from './signing-key.js';

interface ScheduledKey {
  algorithm: SigningAlgorithm;
  /** Milliseconds since the epoch, or a Date. */
  signsFrom: number | Date;
}

/**
 * Selects the key that signs at a given time: the newest key that may sign, of the first algorithm that has one. A published key that does
 * not sign yet leaves the work to an older key of its algorithm, or to the next algorithm.
 *
 * @param keys of one domain, one or more, newest first
 *
 * @param algorithms in order of preference. If none of them has a key, the newest key signs
 * @param now milliseconds since the epoch
 */
export function selectSigningKey<K extends ScheduledKey>(keys: readonly K[], algorithms: readonly SigningAlgorithm[], now: number): K {
  // control: a new key does not sign before verifiers can have it
  const started = keys.filter(({ signsFrom }) => signsFrom.valueOf() <= now);
  // If this clock is behind the database's, no key may sign yet. Then the one that has been published longest signs.
  const candidates = started.length > 0 ? started : keys.toReversed();
  for (const preferred of algorithms) {
    const key = candidates.find(({ algorithm }) => algorithm === preferred);
    if (key) return key;
  }
  return candidates[0]!;
}
