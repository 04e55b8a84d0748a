import { Injectable } from '@nestjs/common';
import type { Encryptor } from '@latchkey/crypto';
import { OidcPayloadRepository } from '@latchkey/persistence';
import type { AdapterFactory } from 'oidc-provider';
import { ClientCache } from '../../client/client.cache.js';
import { CurrentRevisionService } from '../../domain/current-revision.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { UsedJtiService, type SingleUseJwt } from '../../domain/used-jti.service.js';
import { ClientAdapter } from './client.adapter.js';
import { OidcAdapter } from './oidc.adapter.js';
import { PendingPayloadService } from './pending-payload.service.js';
import { PayloadSerializer } from './payload-serializer.js';

/** Creates the storage of one domain's oidc-provider, which cannot reach other domains. */
@Injectable()
export class StorageAdapterFactory {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly clients: ClientCache,
    private readonly payloads: OidcPayloadRepository,
    private readonly pending: PendingPayloadService,
    private readonly jtis: UsedJtiService,
  ) {}

  create(domain: CachedDomain, encryptor: Encryptor): AdapterFactory {
    const { payloads, pending } = this;
    const storage = { domainId: domain.id, payloads, pending, stored: new PayloadSerializer(encryptor, domain.id) };
    return (model) => (model === 'Client' ? new ClientAdapter(domain, this.revisions, this.clients) : new OidcAdapter(storage, model));
  }

  /** Records the use of a DPoP proof. @returns whether it is the first */
  recordProof({ id: domainId }: CachedDomain, proof: Omit<SingleUseJwt, 'domainId' | 'kind'>): Promise<boolean> {
    return this.jtis.recordUse({ kind: 'DPoP', domainId, ...proof });
  }
}
