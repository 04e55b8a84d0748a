import { FairCache, type FairCacheLimits } from '../../cache/fair-cache.js';
import { MetadataDocumentError } from './metadata-document.error.js';
import type { ClientMetadata } from './client-metadata.js';

/** A document that was read, or the reason why it is refused. */
export interface LoadedDocument {
  metadata: ClientMetadata | MetadataDocumentError;
  /** Seconds for which it is fresh. */
  lifetime: number;
  /** An estimate of its size in memory. */
  bytes: number;
}

interface Entry {
  metadata: ClientMetadata | MetadataDocumentError;
  /** Milliseconds of the clock. */
  loadedAt: number;
  freshUntil: number;
}

interface GetOptions {
  /** Whether to load a fresh document again, as often as RELOAD_INTERVAL_MS allows. */
  reload?: boolean;
}

interface DocumentKey {
  domainId: string;
  clientId: string;
}

/** The size of an entry and its place in the cache, without its document and its key. */
const ENTRY_BYTES = 600;
const RELOAD_INTERVAL_MS = 60_000;

/** Caches the documents of clients for each domain. Concurrent requests for a document share one load. */
export class MetadataDocumentCache {
  private readonly entries: FairCache<Entry>;
  private readonly loading = new Map<string, Promise<Entry['metadata']>>();

  constructor(
    limits: FairCacheLimits,
    private readonly clock: { now(): number } = performance,
  ) {
    this.entries = new FairCache(limits);
  }

  get bytes(): number {
    return this.entries.bytes;
  }

  keys(): Iterable<string> {
    return this.entries.ownerIds();
  }

  delete(domainId: string): void {
    this.entries.deleteOwner(domainId);
  }

  /** @throws MetadataDocumentError if the document is refused, also without loading it again */
  async get(key: DocumentKey, load: () => Promise<LoadedDocument>, { reload = false }: GetOptions = {}): Promise<ClientMetadata> {
    const cached = this.entries.get(key.domainId, key.clientId);
    const now = this.clock.now();
    const isFresh = cached && now < cached.freshUntil && !(reload && now >= cached.loadedAt + RELOAD_INTERVAL_MS);
    const metadata = isFresh ? cached.metadata : await this.load(key, load);
    if (metadata instanceof MetadataDocumentError) throw metadata;
    return metadata;
  }

  private load(key: DocumentKey, load: () => Promise<LoadedDocument>): Promise<Entry['metadata']> {
    const name = `${key.domainId} ${key.clientId}`;
    const loading = this.loading.get(name) ?? this.start(key, load).finally(() => this.loading.delete(name));
    this.loading.set(name, loading);
    return loading;
  }

  private async start({ domainId, clientId }: DocumentKey, load: () => Promise<LoadedDocument>): Promise<Entry['metadata']> {
    const { metadata, lifetime, bytes } = await load();
    const [now, earlier] = [this.clock.now(), this.entries.get(domainId, clientId)];
    if (metadata instanceof MetadataDocumentError && earlier && now < earlier.freshUntil) {
      earlier.loadedAt = now;
      return earlier.metadata;
    }
    const entry = { metadata, loadedAt: now, freshUntil: now + lifetime * 1_000 };
    this.entries.set(domainId, clientId, { value: entry, bytes: ENTRY_BYTES + bytes });
    return metadata;
  }
}
