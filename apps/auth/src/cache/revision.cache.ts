import { LRUCache } from 'lru-cache';

interface Entry<Value> {
  revision: string;
  /** Null while it is being built. */
  value: Value | null;
  building: Promise<Value | null> | null;
}

/** What was built from a row. */
export interface Revisioned {
  revision: string;
  /** An estimate of the memory that it takes. */
  bytes: number;
}

/** The place of an entry in the cache. */
const ENTRY_BYTES = 250;

/**
 * Caches what was built from a row while the row's revision is current. Concurrent misses share one build. Failed builds are not cached.
 */
export class RevisionCache<Value extends Revisioned> {
  private readonly entries: LRUCache<string, Entry<Value>>;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ value }) => ENTRY_BYTES + (value?.bytes ?? 0) });
  }

  /**
   * @param build may return a newer revision than requested, or null
   * @returns the cached value itself, else a promise: most requests need not wait for one
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
      // As a new entry, because its size is another one.
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
