import { Injectable } from '@nestjs/common';
import type { Encryptor } from '@latchkey/crypto';
import { DeviceCodeRepository, OidcPayloadRepository } from '@latchkey/persistence';
import type { AdapterFactory } from 'oidc-provider';
import { ClientCache } from '../../client/client.cache.js';
import { CurrentRevisionService } from '../../domain/current-revision.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { ClientAdapter } from './client.adapter.js';
import { DeviceCodeAdapter } from './device-code.adapter.js';
import { DeviceCodeSerializer } from './device-code-serializer.js';
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
    private readonly codes: DeviceCodeRepository,
  ) {}

  create(domain: CachedDomain, encryptor: Encryptor): AdapterFactory {
    const { payloads, pending } = this;
    const storage = { domainId: domain.id, payloads, pending, stored: new PayloadSerializer(encryptor, domain.id) };
    return (model) => {
      if (model === 'Client') return new ClientAdapter(domain, this.revisions, this.clients);
      if (model !== 'DeviceCode') return new OidcAdapter(storage, model);
      return new DeviceCodeAdapter(storage, { codes: this.codes, serializer: new DeviceCodeSerializer(encryptor, domain.id) });
    };
  }
}
