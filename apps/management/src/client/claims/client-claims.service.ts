import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { ClientRepository, type Client, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';

export interface ClientClaims {
  accessToken: Record<string, unknown>;
}

/** The fixed claims of the tokens that clients get for themselves. */
@Injectable()
export class ClientClaimsService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly clients: ClientRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The document of a client, or the default without claims. @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<ClientClaims> {
    return toDocument(await this.changes.get({ domain, clientId }));
  }

  /** @returns whether the client had the default before @throws Problem client-not-found, precondition-failed */
  replace(key: NamedClient, { accessToken }: ClientClaims, precondition: Precondition<ClientClaims>): Promise<boolean> {
    return this.changes.change(key, async (client) => {
      const { domainId, clientId, accessTokenClaims: stored } = client;
      const before = toDocument(client);
      await precondition(before, stored === null);
      const changed = listChangedClaims(before.accessToken, accessToken);
      if (stored !== null && changed.length === 0) return false;
      await this.clients.setAccessTokenClaims(client, accessToken);
      if (changed.length > 0) await this.log.record(domainId, { type: 'client.claims.updated', client: clientId, data: { changed } });
      return stored === null;
    });
  }

  /** Restores the default. @throws Problem client-not-found, precondition-failed */
  async delete(key: NamedClient, precondition: Precondition<ClientClaims>): Promise<void> {
    await this.changes.change(key, async (client) => {
      await precondition(toDocument(client));
      if (client.accessTokenClaims === null) return;
      await this.clients.setAccessTokenClaims(client, null);
      await this.log.record(client.domainId, { type: 'client.claims.deleted', client: client.clientId });
    });
  }
}

function toDocument({ accessTokenClaims }: Client): ClientClaims {
  return { accessToken: accessTokenClaims ?? {} };
}

/** The sorted names of the claims that differ. */
export function listChangedClaims(before: object, after: object): string[] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.filter((name) => old.has(name) !== now.has(name) || !isDeepStrictEqual(old.get(name), now.get(name))).toSorted();
}
