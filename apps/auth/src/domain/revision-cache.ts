import { LRUCache } from 'lru-cache';

interface Entry<Value> {
  revision: string;
  value: Promise<Value | null>;
}

/**
 * Keeps what was built of a row for as long as the row's revision is the current one. Of many requests that miss at once, one builds.
 * What could not be built is not kept.
 */
export class RevisionCache<Value extends { revision: string }> {
  private readonly entries: LRUCache<string, Entry<Value>>;

  constructor(size: number) {
    this.entries = new LRUCache({ max: size });
  }

  /** @param build may find a newer revision than the one asked for, which is as good, or nothing at all */
  async get(key: string, revision: string, build: () => Promise<Value | null>): Promise<Value | null> {
    const kept = this.entries.get(key);
    if (kept?.revision === revision) return kept.value;
    const entry: Entry<Value> = { revision, value: build() };
    this.entries.set(key, entry);
    try {
      const value = await entry.value;
      if (value) entry.revision = value.revision;
      else this.forget(key, entry);
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
