import { randomUUID } from 'node:crypto';

/** A random UUID (RFC 9562 version 4), for a row whose id has to be known before it is written. */
export function randomId(): string {
  return randomUUID();
}
