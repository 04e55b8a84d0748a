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
  freshUntil: number;
}

/** The size of an entry and its place in the cache, without its document and its key. */
const ENTRY_BYTES = 600;

/** Caches the documents of clients for each domain. Concurrent requests for a document share one load. */
export class MetadataDocumentCache {
  private readonly entries: FairCache<Entry>;
  private readonly loading = new Map<string, Promise<LoadedDocument>>();

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
  async get(domainId: string, clientId: string, load: () => Promise<LoadedDocument>): Promise<ClientMetadata> {
    const cached = this.entries.get(domainId, clientId);
    const isFresh = cached && this.clock.now() < cached.freshUntil;
    const { metadata } = isFresh ? cached : await this.load(domainId, clientId, load);
    if (metadata instanceof MetadataDocumentError) throw metadata;
    return metadata;
  }

  private load(domainId: string, clientId: string, load: () => Promise<LoadedDocument>): Promise<LoadedDocument> {
    const key = `${domainId} ${clientId}`;
    const loading = this.loading.get(key) ?? this.start(domainId, clientId, load).finally(() => this.loading.delete(key));
    this.loading.set(key, loading);
    return loading;
  }

  private async start(domainId: string, clientId: string, load: () => Promise<LoadedDocument>): Promise<LoadedDocument> {
    const loaded = await load();
    const { metadata, lifetime, bytes } = loaded;
    const entry = { metadata, freshUntil: this.clock.now() + lifetime * 1_000 };
    this.entries.set(domainId, clientId, { value: entry, bytes: ENTRY_BYTES + bytes });
    return loaded;
  }
}
