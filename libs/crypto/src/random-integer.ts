import { randomInt } from 'node:crypto';

/** A random integer from 0 up to, but not including, the bound; unpredictable, as the id of a DNS message must be. */
export function randomInteger(bound: number): number {
  return randomInt(bound);
}
