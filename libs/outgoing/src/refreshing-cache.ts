import { LRUCache } from 'lru-cache';

/** A document as it was loaded. */
export interface Loaded<Value> {
  value: Value;
  /** Seconds for which the document is fresh. */
  lifetime: number;
  /** An estimate of its size in memory. */
  bytes: number;
}

export interface Clock {
  /** Milliseconds. */
  now(): number;
}

interface Entry<Value> {
  loaded: Loaded<Value> | null;
  /** Milliseconds of the clock. */
  freshUntil: number;
  attemptedAt: number;
  loading: Promise<Value> | null;
  /** Why the last attempt failed; null if it succeeded. */
  error: unknown;
}

/** Seconds between two attempts if a value is cached, so that made-up key ids cause few additional requests. */
const DEFAULT_RELOAD_INTERVAL = 60;
/** Seconds between two attempts if no value is cached. */
const RETRY_INTERVAL = 10;
/** Seconds beyond its lifetime for which a value is used while loading fails. */
const GRACE = 86_400;
/** The size of an entry without its value and its key. */
const ENTRY_BYTES = 500;

/**
 * Caches documents of external servers. Concurrent requests share one attempt to load. If loading fails, the last value stays in use for a
 * day.
 */
export class RefreshingCache<Value> {
  private readonly entries: LRUCache<string, Entry<Value>>;

  /**
   * @param maxBytes the maximum size of all entries together, by their estimates
   * @param reloadInterval seconds between two attempts if a value is cached
   */
  constructor(
    maxBytes: number,
    private readonly clock: Clock,
    private readonly reloadInterval = DEFAULT_RELOAD_INTERVAL,
  ) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ loaded }, key) => ENTRY_BYTES + key.length + (loaded?.bytes ?? 0),
    });
  }

  keys(): Iterable<string> {
    return this.entries.keys();
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  /**
   * @param load runs if no fresh value is cached
   * @param reload asks for a newer value than the cached one, as often as the interval allows
   * @throws the error that `load` has thrown
   */
  async get(key: string, load: () => Promise<Loaded<Value>>, { reload = false } = {}): Promise<Value> {
    const now = this.clock.now();
    const entry = this.entries.get(key) ?? { loaded: null, freshUntil: -Infinity, attemptedAt: -Infinity, loading: null, error: null };
    const { loaded } = entry;
    if (loaded && now < entry.freshUntil && !reload) return loaded.value;
    const isUsable = loaded !== null && now < entry.freshUntil + GRACE * 1_000;
    if (!entry.loading) {
      const interval = isUsable ? this.reloadInterval : RETRY_INTERVAL;
      if (now < entry.attemptedAt + interval * 1_000) {
        if (isUsable) return loaded.value;
        throw entry.error;
      }
      this.startLoading(key, entry, load);
    }
    // A failing server delays no request while its last document is usable.
    if (isUsable && entry.error !== null) return loaded.value;
    try {
      return await entry.loading!;
    } catch (error) {
      if (isUsable) return loaded.value;
      throw error;
    }
  }

  private startLoading(key: string, entry: Entry<Value>, load: () => Promise<Loaded<Value>>): void {
    entry.attemptedAt = this.clock.now();
    entry.loading = this.load(key, entry, load);
    // Waiting callers receive the error; the entry keeps it otherwise.
    entry.loading.catch(() => undefined);
    this.entries.set(key, entry);
  }

  private async load(key: string, entry: Entry<Value>, load: () => Promise<Loaded<Value>>): Promise<Value> {
    try {
      const loaded = await load();
      Object.assign(entry, { loaded, freshUntil: this.clock.now() + loaded.lifetime * 1_000, error: null });
      // Added again, because the cache computes the size of a value only once.
      this.entries.delete(key);
      this.entries.set(key, entry);
      return loaded.value;
    } catch (error) {
      entry.error = error;
      throw error;
    } finally {
      entry.loading = null;
    }
  }
}
