import { Injectable } from '@nestjs/common';
import type { Sealer } from '@latchkey/crypto';
import { OidcPayloadRepository } from '@latchkey/persistence';
import type { AdapterFactory } from 'oidc-provider';
import { ClientRecords } from '../client/client-records.js';
import { CurrentRevisions } from '../domain/current-revisions.js';
import type { DomainRecord } from '../domain/domain-record.js';
import { ClientAdapter } from './client.adapter.js';
import { OidcAdapter } from './oidc.adapter.js';
import { PendingRecords } from './pending-records.js';
import { StoredPayloads } from './stored-payload.js';

/** Makes the storage of one domain's oidc-provider: it cannot reach beyond that domain. */
@Injectable()
export class Adapters {
  constructor(
    private readonly revisions: CurrentRevisions,
    private readonly clients: ClientRecords,
    private readonly payloads: OidcPayloadRepository,
    private readonly pending: PendingRecords,
  ) {}

  of(domain: DomainRecord, sealer: Sealer): AdapterFactory {
    const { payloads, pending } = this;
    const storage = { domainId: domain.id, payloads, pending, stored: new StoredPayloads(sealer, domain.id) };
    return (model) => (model === 'Client' ? new ClientAdapter(domain, this.revisions, this.clients) : new OidcAdapter(storage, model));
  }
}
