import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { getCacheLifetime, SafeFetchClient, SafeFetchError } from '@latchkey/outgoing';
import type { PublicJwks } from '@latchkey/oauth';
import type { CurrentRevision } from '@latchkey/persistence';
import { KeyedSemaphore } from '@latchkey/server';
import { MAX_METADATA_DOCUMENT_BYTES } from '../../cache/cache-limits.js';
import { DomainCacheRegistry } from '../../cache/domain-cache.registry.js';
import { estimateBytes } from '../../cache/estimate-bytes.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { DomainCache } from '../../domain/domain.cache.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { CachedClient } from '../cached-client.js';
import { findClientIdViolation } from './client-id-url.js';
import { readClientMetadata, type FindUrlViolation } from './client-metadata.js';
import { createDocumentClient } from './document-client.js';
import { MetadataDocumentAuditLogService } from './metadata-document-audit-log.service.js';
import { MetadataDocumentCache, type LoadedDocument } from './metadata-document.cache.js';
import { MetadataDocumentError } from './metadata-document.error.js';

/** Of the body of a document. */
const MAX_BYTES = 32_768;
/** Seconds for which a document is cached: minimum, maximum, and the default without cache headers. */
const LIFETIME = { min: 60, default: 300, max: 86_400 };
/** Seconds for which a refusal is cached, so that its developer soon sees a repair. */
const REFUSAL_LIFETIME = 10;
/** The maximum number of documents that a domain reads at a time. */
const MAX_CONCURRENT_READS = 8;
/** Milliseconds that a read waits for its turn. */
const MAX_WAIT_MS = 3_000;
const BUSY = 'too many documents at client_ids are being read; try again later';
/** The errors of a document that a refusal names. */
const MAX_NAMED_VIOLATIONS = 5;

/**
 * The clients that are described by the document at their `client_id` (OAuth Client ID Metadata Document), as the domain permits them. They
 * have no row in the database.
 */
@Injectable()
export class MetadataDocumentService {
  private readonly cache = new MetadataDocumentCache({ total: MAX_METADATA_DOCUMENT_BYTES, owner: MAX_METADATA_DOCUMENT_BYTES / 8 });
  private readonly turns = new KeyedSemaphore(MAX_CONCURRENT_READS);

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'production'>,
    private readonly client: SafeFetchClient,
    private readonly domains: DomainCache,
    private readonly log: MetadataDocumentAuditLogService,
    caches: DomainCacheRegistry,
  ) {
    caches.register({ keys: () => this.cache.keys(), domainIdOf: (id) => id, delete: (id) => this.forget(id) });
  }

  /** The estimated size of all documents in memory. */
  get bytes(): number {
    return this.cache.bytes;
  }

  /** Reads the documents of a domain again. */
  forget(domainId: string): void {
    this.cache.delete(domainId);
  }

  /**
   * The client, after reading its document. A refusal is logged for the domain.
   *
   * @returns null if the domain reads none
   * @throws MetadataDocumentError
   */
  async readForRequest(domain: CachedDomain, clientId: string, requestId: string): Promise<CachedClient | null> {
    try {
      return await this.read(domain, clientId);
    } catch (error) {
      if (error instanceof MetadataDocumentError) await this.log.record({ domain: domain.name, clientId, requestId, reason: error.reason });
      throw error;
    }
  }

  /** The same without a log entry. */
  async read(domain: CachedDomain, clientId: string): Promise<CachedClient | null> {
    const { metadataDocuments } = domain.clientRegistration;
    // control: documents are read only where an operator has enabled it
    if (!metadataDocuments.enabled) return null;
    const violation = this.findViolation(domain, clientId);
    if (violation !== null) throw new MetadataDocumentError(violation);
    const metadata = await this.cache.get({ domainId: domain.id, clientId }, () => this.load(domain.id, clientId));
    return new CachedClient(domain.id, createDocumentClient(domain, clientId, metadata));
  }

  /**
   * Reads a document again because none of its keys fits, at most once a minute.
   *
   * @returns null if it has no keys now
   * @throws MetadataDocumentError
   */
  async reloadKeys(domainId: string, clientId: string): Promise<PublicJwks | null> {
    const { keys } = await this.cache.get({ domainId, clientId }, () => this.load(domainId, clientId), { reload: true });
    return keys?.jwks ?? null;
  }

  /** The client without what its document says. @returns null if the domain permits none with this id */
  describe(domain: CachedDomain, clientId: string): CachedClient | null {
    const isPermitted = domain.clientRegistration.metadataDocuments.enabled && this.findViolation(domain, clientId) === null;
    return isPermitted ? new CachedClient(domain.id, createDocumentClient(domain, clientId, null)) : null;
  }

  /** The same, for the current revision of a domain. */
  async describeCurrent(current: CurrentRevision, clientId: string): Promise<CachedClient | null> {
    const domain = await this.domains.get(current);
    return domain && this.describe(domain, clientId);
  }

  private findViolation({ clientRegistration: { metadataDocuments } }: CachedDomain, clientId: string): string | null {
    return findClientIdViolation(clientId, { hosts: metadataDocuments.hosts, production: this.settings.production });
  }

  private async load(domainId: string, clientId: string): Promise<LoadedDocument> {
    try {
      const response = await this.turns.take(domainId, () => this.fetch(domainId, clientId), AbortSignal.timeout(MAX_WAIT_MS));
      const metadata = await readDocument(response, clientId, (url) => this.client.findUrlViolation(url));
      return { metadata, lifetime: getCacheLifetime(response.headers, LIFETIME), bytes: estimateBytes(metadata) };
    } catch (error) {
      const refusal = toRefusal(error, clientId);
      // What has not been requested is not refused the next time either.
      const lifetime = refusal.reason === BUSY ? 0 : REFUSAL_LIFETIME;
      return { metadata: refusal, lifetime, bytes: estimateBytes(refusal.reason) };
    }
  }

  private fetch(owner: string, clientId: string): Promise<Response> {
    return this.client.fetch(clientId, { headers: { accept: 'application/json' }, owner, maxBytes: MAX_BYTES });
  }
}

/** @throws MetadataDocumentError */
async function readDocument(response: Response, clientId: string, findUrlViolation: FindUrlViolation) {
  if (response.status !== 200)
    throw new MetadataDocumentError(`${new URL(clientId).host} answered with the status ${response.status}, not 200`);
  const metadata = readClientMetadata(await response.json().catch(() => null), clientId, findUrlViolation);
  if (!Array.isArray(metadata)) return metadata;
  throw new MetadataDocumentError(`in the document at client_id, ${metadata.slice(0, MAX_NAMED_VIOLATIONS).join('; ')}`);
}

function toRefusal(error: unknown, clientId: string): MetadataDocumentError {
  if (error instanceof MetadataDocumentError) return error;
  const { host } = new URL(clientId);
  if (error instanceof SafeFetchError) return new MetadataDocumentError(`${host} ${error.message}`);
  if ((error as Error).name === 'TimeoutError') return new MetadataDocumentError(BUSY);
  throw error;
}
