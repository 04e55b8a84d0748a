import { Injectable } from '@nestjs/common';
import { ClientRepository, type Client, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';

export interface ClientRefreshToken {
  leewaySeconds: number;
}

/** Every use of a rotated refresh token counts as a replay. */
export const DEFAULT_LEEWAY_SECONDS = 0;

/** The refresh token settings of clients. The auth server applies a change from the next request. */
@Injectable()
export class ClientRefreshTokenService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly clients: ClientRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The document of a client, or the default. @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<ClientRefreshToken> {
    return toDocument(await this.changes.get({ domain, clientId }));
  }

  /** @returns whether the client had the default before @throws Problem client-not-found, precondition-failed */
  replace(key: NamedClient, { leewaySeconds }: ClientRefreshToken, precondition: Precondition<ClientRefreshToken>): Promise<boolean> {
    return this.changes.change(key, async (client) => {
      const { domainId, clientId, refreshTokenLeeway: before } = client;
      await precondition(toDocument(client), before === null);
      if (before === leewaySeconds) return false;
      await this.clients.setRefreshTokenLeeway(client, leewaySeconds);
      if (leewaySeconds !== toDocument(client).leewaySeconds)
        await this.log.record(domainId, { type: 'client.refresh_token.updated', client: clientId, data: { changed: ['leewaySeconds'] } });
      return before === null;
    });
  }

  /** Restores the default. @throws Problem client-not-found, precondition-failed */
  async delete(key: NamedClient, precondition: Precondition<ClientRefreshToken>): Promise<void> {
    await this.changes.change(key, async (client) => {
      await precondition(toDocument(client));
      if (client.refreshTokenLeeway === null) return;
      await this.clients.setRefreshTokenLeeway(client, null);
      await this.log.record(client.domainId, { type: 'client.refresh_token.deleted', client: client.clientId });
    });
  }
}

function toDocument({ refreshTokenLeeway }: Client): ClientRefreshToken {
  return { leewaySeconds: refreshTokenLeeway ?? DEFAULT_LEEWAY_SECONDS };
}
