import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { ClientSetRepository, type Client, type Domain } from '@latchkey/persistence';
import { parseBody } from '../../http/parse-body.js';
import { mapDocuments, type ClientPart, type PartChange } from '../client-part.js';
import { ClientRefreshTokenRequest } from './client-refresh-token.dto.js';
import { DEFAULT_LEEWAY_SECONDS, type ClientRefreshToken } from './client-refresh-token.service.js';

/** The refresh token settings of clients in the configuration document. */
@Injectable()
export class ClientRefreshTokenPart implements ClientPart<ClientRefreshToken> {
  readonly name = 'refreshToken';

  constructor(private readonly clients: ClientSetRepository) {}

  async parse(value: unknown): Promise<ClientRefreshToken> {
    const { leewaySeconds } = await parseBody(ClientRefreshTokenRequest, value);
    return { leewaySeconds };
  }

  list(_domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, ClientRefreshToken>> {
    return Promise.resolve(
      mapDocuments(clients, ({ refreshTokenLeeway }) => (refreshTokenLeeway === null ? null : { leewaySeconds: refreshTokenLeeway })),
    );
  }

  async store({ id }: Domain, changes: readonly PartChange<ClientRefreshToken>[]): Promise<AuditEvent[]> {
    await this.clients.setColumns(
      id,
      changes.map(({ clientId, after }) => ({ clientId, refreshTokenLeeway: after && after.leewaySeconds })),
    );
    return changes.flatMap(({ clientId: client, before, after }): AuditEvent[] => {
      if (after === null) return [{ type: 'client.refresh_token.deleted', client }];
      const isChanged = after.leewaySeconds !== (before?.leewaySeconds ?? DEFAULT_LEEWAY_SECONDS);
      return isChanged ? [{ type: 'client.refresh_token.updated', client, data: { changed: ['leewaySeconds'] } }] : [];
    });
  }
}
