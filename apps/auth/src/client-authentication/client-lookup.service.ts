import { Injectable } from '@nestjs/common';
import type { CurrentRevision } from '@latchkey/persistence';
import type { CachedClient } from '../client/cached-client.js';
import { ClientCache } from '../client/client.cache.js';
import { isMetadataDocumentId } from '../client/metadata-document/client-id-url.js';
import { MetadataDocumentError } from '../client/metadata-document/metadata-document.error.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import { DomainCache } from '../domain/domain.cache.js';
import { ClientAuthenticationError } from './client-authentication.error.js';

/** The client that a request names, and its domain. */
export interface NamedClient {
  current: CurrentRevision;
  domain: CachedDomain;
  /** Null if the domain has no such client. */
  client: CachedClient | null;
}

/** Finds the client that a request claims to come from. */
@Injectable()
export class ClientLookupService {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly domains: DomainCache,
    private readonly clients: ClientCache,
  ) {}

  /** @returns null if the domain is not served */
  async find(domainName: string, clientId: string): Promise<NamedClient | null> {
    const current = await this.revisions.read(domainName, clientId);
    const domain = current && (await this.domains.get(current));
    return domain && { current, domain, client: await this.clients.get(current, clientId) };
  }

  /** The same, with the keys of a client that a document describes. @throws ClientAuthenticationError if it cannot be read */
  async findWithKeys(domainName: string, clientId: string): Promise<NamedClient | null> {
    const found = await this.find(domainName, clientId);
    if (!found?.client || !isMetadataDocumentId(clientId)) return found;
    try {
      return { ...found, client: await this.clients.documents.read(found.domain, clientId) };
    } catch (cause) {
      if (cause instanceof MetadataDocumentError) throw new ClientAuthenticationError('keys-unavailable', cause.reason, { cause });
      throw cause;
    }
  }
}
