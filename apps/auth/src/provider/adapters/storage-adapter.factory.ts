import { Injectable } from '@nestjs/common';
import type { Encryptor } from '@latchkey/crypto';
import { OidcPayloadRepository } from '@latchkey/persistence';
import type { AdapterFactory } from 'oidc-provider';
import { ClientCache } from '../../client/client.cache.js';
import { CurrentRevisionService } from '../../domain/current-revision.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { ClientAdapter } from './client.adapter.js';
import { OidcAdapter } from './oidc.adapter.js';
import { PendingPayloadService } from './pending-payload.service.js';
import { PayloadSerializer } from './payload-serializer.js';

/** Creates the storage of one domain's oidc-provider, which cannot access other domains. */
@Injectable()
export class StorageAdapterFactory {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly clients: ClientCache,
    private readonly payloads: OidcPayloadRepository,
    private readonly pending: PendingPayloadService,
  ) {}

  create(domain: CachedDomain, encryptor: Encryptor): AdapterFactory {
    const { payloads, pending } = this;
    const storage = { domainId: domain.id, payloads, pending, stored: new PayloadSerializer(encryptor, domain.id) };
    return (model) => (model === 'Client' ? new ClientAdapter(domain, this.revisions, this.clients) : new OidcAdapter(storage, model));
  }
}
