import { selectSigningKey } from '@latchkey/crypto';
import type { SigningKey } from '@latchkey/persistence';

/** `next`: published, but signs later. `superseded`: published until the tokens that it signed have expired. */
export type SigningKeyState = 'next' | 'signing' | 'superseded';

/**
 * @param published all keys of the domain, newest first
 * @param now milliseconds since the epoch
 */
export function stateOfSigningKey(key: SigningKey, published: readonly SigningKey[], now: number): SigningKeyState {
  if (key.signsFrom.getTime() > now) return 'next';
  const ofAlgorithm = published.filter(({ algorithm }) => algorithm === key.algorithm);
  return selectSigningKey(ofAlgorithm, [key.algorithm], now).kid === key.kid ? 'signing' : 'superseded';
}
