import { randomUUID } from 'node:crypto';

/** A random UUID (RFC 9562 version 4), for a row whose id must be known before the insert. */
export function randomId(): string {
  return randomUUID();
}
