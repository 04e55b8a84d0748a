import { Injectable } from '@nestjs/common';
import { ClientRepository, type Client, type Domain, type Precondition, type TokenQuota } from '@latchkey/persistence';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';
import type { ClientQuotaRequest } from './client-quota.dto.js';

const PROPERTIES = ['tokensPerMinute', 'tokensPerDay', 'monitorOnly'] as const;

/** How many access tokens clients may get. The auth server applies a change from the next request. */
@Injectable()
export class ClientQuotaService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly clients: ClientRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The document of a client, or the default. @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<TokenQuota> {
    return toDocument(await this.changes.get({ domain, clientId }));
  }

  /** @returns whether the client had the default before @throws Problem client-not-found, precondition-failed */
  replace(key: NamedClient, quota: TokenQuota, precondition: Precondition<TokenQuota>): Promise<boolean> {
    return this.changes.change(key, async (client) => {
      const { domainId, clientId, tokenQuota: stored } = client;
      const before = toDocument(client);
      await precondition(before, stored === null);
      const changed = listChangedLimits(before, quota);
      if (stored !== null && changed.length === 0) return false;
      await this.clients.setTokenQuota(client, quota);
      if (changed.length > 0) await this.log.record(domainId, { type: 'client.quota.updated', client: clientId, data: { changed } });
      return stored === null;
    });
  }

  /** Restores the default. @throws Problem client-not-found, precondition-failed */
  async delete(key: NamedClient, precondition: Precondition<TokenQuota>): Promise<void> {
    await this.changes.change(key, async (client) => {
      await precondition(toDocument(client));
      if (client.tokenQuota === null) return;
      await this.clients.setTokenQuota(client, null);
      await this.log.record(client.domainId, { type: 'client.quota.deleted', client: client.clientId });
    });
  }
}

function toDocument({ tokenQuota }: Client): TokenQuota {
  return tokenQuota ?? toQuota({});
}

/** The quota in a request. Absent and null are the same. */
export function toQuota({ tokensPerMinute, tokensPerDay, monitorOnly }: ClientQuotaRequest): TokenQuota {
  return { tokensPerMinute: tokensPerMinute ?? null, tokensPerDay: tokensPerDay ?? null, monitorOnly: monitorOnly ?? false };
}

/** The names of the properties that differ. */
export function listChangedLimits(before: TokenQuota, after: TokenQuota): string[] {
  return PROPERTIES.filter((name) => before[name] !== after[name]);
}
