import { describe, expect, it } from '@jest/globals';
import { canonicalJson as canonicalJsonOfServer, sha256, toCommitment } from '@latchkey/crypto';
import type { LogEntry } from '../../events/log-entry.js';
import { hashEntry, verifyChain } from './verify-chain.js';

/** Hashes an entry as the server does. */
const chain = (before: string, sequence: number, data: LogEntry['data']): LogEntry => {
  const entry = {
    sequence,
    type: 'user.created',
    time: '2026-11-28T10:00:00.000001Z',
    actor: { type: 'api_key' as const, id: null, name: 'é "quoted"' },
    user: null,
    client: null,
    data,
    requestId: null,
    traceId: null,
    previousHash: before,
  };
  return { ...entry, hash: sha256(canonicalJsonOfServer({ ...entry, data: toCommitment(data) })) };
};

function buildLog(length: number): LogEntry[] {
  const entries: LogEntry[] = [];
  for (let sequence = 1; sequence <= length; sequence++) {
    entries.push(
      chain(entries.at(-1)?.hash ?? 'start', sequence, sequence % 2 === 0 ? { changed: ['name'], salt: 'c2FsdA' } : { b: 1, a: [null] }),
    );
  }
  return entries.toReversed();
}

describe('verifyChain', () => {
  it('accepts what the server chained, with personal data or without', async () => {
    expect(await verifyChain(buildLog(5), hashEntry)).toEqual({ entries: 5, broken: null });
  });

  it('accepts gaps, which filters make', async () => {
    const entries = buildLog(5).filter(({ sequence }) => sequence !== 3);
    expect(await verifyChain(entries, hashEntry)).toEqual({ entries: 4, broken: null });
  });

  it('names an entry that was changed', async () => {
    const entries = buildLog(5).map((entry) => (entry.sequence === 3 ? { ...entry, type: 'user.deleted' } : entry));
    expect(await verifyChain(entries, hashEntry)).toEqual({ entries: 2, broken: { sequence: 3, fault: 'changed' } });
  });

  it('names the entry after one that was written again', async () => {
    const entries = buildLog(5).map((entry) => (entry.sequence === 3 ? chain(entry.previousHash, 3, { changed: ['other'] }) : entry));
    expect(await verifyChain(entries, hashEntry)).toEqual({ entries: 1, broken: { sequence: 4, fault: 'not-linked' } });
  });
});
