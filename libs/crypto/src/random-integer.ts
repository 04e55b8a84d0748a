import { randomInt } from 'node:crypto';

/** A number from 0 to below the bound that nobody can foretell, such as the id of a DNS message. */
export function randomInteger(bound: number): number {
  return randomInt(bound);
}
