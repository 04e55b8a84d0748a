import { verifyJws, type PublicJwk } from '@latchkey/crypto';
import type { RemovedRun } from './chain-verifier.js';

/** The header parameter `typ` of a removal record (RFC 7515 section 4.1.9). */
export const REMOVAL_TYPE = 'log-removal+jwt';

/** A statement, signed by the installation, that retention removed these entries from the log of a domain. */
export interface RemovalRecord extends RemovedRun {
  /** The domain's name. */
  sub: string;
  domainId: string;
  /** When the last entry was written: RFC 3339, in UTC. */
  lastTime: string;
  /** Seconds since the epoch. */
  iat: number;
}

/** @returns null if none of the keys has signed it as a removal record */
export function verifyRemovalRecord(jws: string, keys: readonly PublicJwk[]): RemovalRecord | null {
  const { header, claims } = verifyJws(jws, keys) ?? {};
  // control: a record of removed entries is signed by the installation as one
  return header?.['typ'] === REMOVAL_TYPE ? (claims as unknown as RemovalRecord) : null;
}
