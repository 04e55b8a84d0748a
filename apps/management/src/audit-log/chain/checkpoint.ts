import { decodeJws, verifyJws, type PublicJwk } from '@latchkey/crypto';

/** The header parameter `typ` of a checkpoint (RFC 7515 section 4.1.9). */
export const CHECKPOINT_TYPE = 'log-checkpoint+jwt';

/** A statement, signed by the installation, that a domain's log had this many entries, the last of them with this hash. */
export interface Checkpoint {
  /** The domain's name. */
  sub: string;
  domainId: string;
  sequence: number;
  hash: string;
  /** Seconds since the epoch. */
  iat: number;
  /** SHA-256 of the previous checkpoint in hexadecimal; null in the first one. Absent from checkpoints of a release without MACs. */
  previous?: string | null;
}

/** @returns null if none of the keys has signed it as a checkpoint */
export function verifyCheckpoint(jws: string, keys: readonly PublicJwk[]): Checkpoint | null {
  const { header, claims } = verifyJws(jws, keys) ?? {};
  return header?.['typ'] === CHECKPOINT_TYPE ? (claims as unknown as Checkpoint) : null;
}

/** The claims of a checkpoint with any signature. @returns null if it is not a JWT */
export function readCheckpoint(jws: string): Checkpoint | null {
  return (decodeJws(jws)?.claims as unknown as Checkpoint | undefined) ?? null;
}
