import type { LogEntry } from '../../events/log-entry.js';

/** JSON with one form for each value: no white space, members sorted by name (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

async function sha256(text: string): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals -- libs/crypto needs Node; what is hashed here is public
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** Computes the hash of an entry by the rules of docs/audit.md: personal data count by their commitment, which remains after their erasure. */
export async function hashEntry({ hash: _hash, ...entry }: LogEntry): Promise<string> {
  const { data } = entry;
  const isPersonal = typeof data['salt'] === 'string';
  return sha256(canonicalJson({ ...entry, data: isPersonal ? { erased: await sha256(canonicalJson(data)) } : data }));
}

export type ChainFault = 'changed' | 'not-linked';

export interface ChainResult {
  /** The number of entries that were verified. */
  entries: number;
  broken: { sequence: number; fault: ChainFault } | null;
}

/**
 * Verifies entries and their links. Entries that a filter leaves out make gaps, over which there is no link to verify.
 *
 * @param entries newest first
 * @param hashOf computes the hash of an entry
 */
export async function verifyChain(entries: readonly LogEntry[], hashOf: (entry: LogEntry) => Promise<string>): Promise<ChainResult> {
  const hashes = await Promise.all(entries.map(hashOf));
  for (const [index, entry] of entries.entries()) {
    if (hashes[index] !== entry.hash) return { entries: index, broken: { sequence: entry.sequence, fault: 'changed' } };
    const before = entries[index + 1];
    if (before?.sequence === entry.sequence - 1 && before.hash !== entry.previousHash) {
      return { entries: index, broken: { sequence: entry.sequence, fault: 'not-linked' } };
    }
  }
  return { entries: entries.length, broken: null };
}
