import { LRUCache } from 'lru-cache';

interface Entry<Value> {
  revision: string;
  /** Null while it is being built. */
  value: Value | null;
  building: Promise<Value | null> | null;
}

/** A value built from a row. */
export interface Revisioned {
  revision: string;
  /** An estimate of its size in memory. */
  bytes: number;
}

/** The overhead of an entry in the cache. */
const ENTRY_BYTES = 250;

/** Caches values built from a row while the row's revision is current. Concurrent misses share one build. Failed builds are not cached. */
export class RevisionCache<Value extends Revisioned> {
  private readonly entries: LRUCache<string, Entry<Value>>;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ value }) => ENTRY_BYTES + (value?.bytes ?? 0) });
  }

  /**
   * @param build may return a newer revision than requested, or null
   * @returns the cached value itself, or a promise, so that most requests need not wait
   */
  get(key: string, revision: string, build: () => Promise<Value | null>): Value | null | Promise<Value | null> {
    // Not `get`: moving an entry to the front of the list costs more than an occasional rebuild.
    const kept = this.entries.peek(key);
    if (kept?.revision === revision) return kept.value ?? kept.building;
    const entry: Entry<Value> = { revision, value: null, building: null };
    entry.building = this.build(key, entry, build);
    this.entries.set(key, entry);
    return entry.building;
  }

  keys(): Iterable<string> {
    return this.entries.keys();
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  private async build(key: string, entry: Entry<Value>, build: () => Promise<Value | null>): Promise<Value | null> {
    try {
      const value = await build();
      if (!value) this.forget(key, entry);
      // Stored as a new entry, because its size has changed.
      else if (this.entries.peek(key) === entry) this.entries.set(key, { value, revision: value.revision, building: null });
      return value;
    } catch (error) {
      this.forget(key, entry);
      throw error;
    }
  }

  private forget(key: string, entry: Entry<Value>): void {
    if (this.entries.peek(key) === entry) this.entries.delete(key);
  }
}
