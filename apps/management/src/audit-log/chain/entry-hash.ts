import { canonicalJson, sha256, toCommitment } from '@latchkey/crypto';
import type { LoggedEntry } from '@latchkey/persistence';

/** The part of an entry that its hash covers: all members except the hash. */
export type HashedEntry = LoggedEntry & { sequence: number; previousHash: string };

/** SHA-256 of the entry as canonical JSON, in hexadecimal. It covers a commitment to personal data, which remains after their erasure. */
export function hashEntry(entry: HashedEntry): string {
  return sha256(canonicalJson({ ...entry, data: toCommitment(entry.data ?? {}) }));
}

/** The `previousHash` of the first entry. It binds the chain to its domain. */
export function hashStart(domainId: string): string {
  // control: the log of one domain does not pass for that of another one
  return sha256(`latchkey log of ${domainId}`);
}
