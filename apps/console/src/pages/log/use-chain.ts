import { useEffect, useRef, useState } from 'react';
import type { LogEntry } from '../../events/log-entry.js';
import { hashEntry, verifyChain, type ChainResult } from './verify-chain.js';

/** Verifies the loaded entries in the browser. An entry is hashed once. @returns null until the first result */
export function useChain(entries: readonly LogEntry[] | undefined): ChainResult | null {
  const hashes = useRef(new WeakMap<LogEntry, Promise<string>>());
  const [result, setResult] = useState<ChainResult | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const hashOf = (entry: LogEntry) => {
      const hash = hashes.current.get(entry) ?? hashEntry(entry);
      hashes.current.set(entry, hash);
      return hash;
    };
    void verifyChain(entries ?? [], hashOf).then((next) => isCurrent && setResult(entries ? next : null));
    return () => {
      isCurrent = false;
    };
  }, [entries]);
  return result;
}

/** @returns whether one entry has the hash that it names, or null until that is computed */
export function useHashMatches(entry: LogEntry): boolean | null {
  const [matches, setMatches] = useState<boolean | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setMatches(null);
    void hashEntry(entry).then((hash) => isCurrent && setMatches(hash === entry.hash));
    return () => {
      isCurrent = false;
    };
  }, [entry]);
  return matches;
}
