import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { SigningAlgorithm } from '@latchkey/crypto';
import {
  ClientRepository,
  Database,
  DomainRepository,
  type Client,
  type Domain,
  type Precondition,
  type SigningAlgorithms,
  type SigningKey,
} from '@latchkey/persistence';
import { createClientNotFoundProblem } from '../client/client-change.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { SigningKeyPublisher } from '../signing-key/signing-key-publisher.service.js';
import { preferAlgorithm, type PreviousSigning } from './preferred-algorithms.js';

/** Null for the domain's algorithm. */
export interface ClientSigning {
  idToken: SigningAlgorithm | null;
  accessToken: SigningAlgorithm | null;
}

interface ClientKey {
  domain: Domain;
  clientId: string;
}

export const CLIENT_DEFAULTS: ClientSigning = { idToken: null, accessToken: null };
const PROPERTIES = ['idToken', 'accessToken'] as const;

/** The algorithms that sign the tokens of a client. */
@Injectable()
export class ClientSigningService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly clients: ClientRepository,
    private readonly publisher: SigningKeyPublisher,
    private readonly log: AuditLogService,
  ) {}

  /** @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<ClientSigning> {
    const client = await this.clients.find(domain.id, clientId);
    if (!client) throw createClientNotFoundProblem(clientId);
    return toSigning(client);
  }

  /**
   * Replaces both choices. The domain gets a key for each missing algorithm. Until that key may sign, the current algorithm is used.
   *
   * @throws Problem client-not-found, precondition-failed
   */
  replace(key: ClientKey, request: Partial<ClientSigning>, precondition: Precondition<ClientSigning>): Promise<void> {
    return this.change(key, { ...CLIENT_DEFAULTS, ...request }, { precondition, type: 'client.signing.updated' });
  }

  /**
   * Uses the domain's algorithms for the client's tokens.
   *
   * @throws Problem client-not-found, precondition-failed
   */
  delete(key: ClientKey, precondition: Precondition<ClientSigning>): Promise<void> {
    return this.change(key, CLIENT_DEFAULTS, { precondition, type: 'client.signing.deleted' });
  }

  private async change(
    { domain: { id }, clientId }: ClientKey,
    chosen: ClientSigning,
    { precondition, type }: { precondition: Precondition<ClientSigning>; type: 'client.signing.updated' | 'client.signing.deleted' },
  ): Promise<void> {
    const algorithms = Object.values(chosen).filter((algorithm) => algorithm !== null);
    const generated = await this.publisher.generateMissing(id, algorithms);
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(id))) throw createDomainNotFoundProblem();
      const client = await this.clients.lock(id, clientId);
      if (!client) throw createClientNotFoundProblem(clientId);
      const before = toSigning(client);
      await precondition(before, isDeepStrictEqual(before, CLIENT_DEFAULTS));
      const changed = listChangedProperties(before, chosen);
      if (changed.length === 0) return;
      await this.store(client, { chosen, keys: await this.publisher.publishMissing(id, generated) });
      await this.log.record(id, { type, client: clientId, data: { changed } });
    });
  }

  private async store(client: Client, { chosen, keys }: { chosen: ClientSigning; keys: readonly SigningKey[] }): Promise<void> {
    const { domainId, clientId } = client;
    const domain = (await this.domains.find(domainId))!;
    await this.clients.replaceSigning(domainId, clientId, chooseAlgorithms(chosen, { client, domain, keys }));
  }
}

/** The stored algorithms for a choice. @param current the client and the domain as they are stored, and the keys of the domain */
export function chooseAlgorithms(
  chosen: ClientSigning,
  { client, domain, keys }: { client: Client; domain: Domain; keys: readonly SigningKey[] },
): SigningAlgorithms {
  return {
    idTokenAlgorithms: prefer(chosen.idToken, { keys, own: client.idTokenAlgorithms, fallback: domain.idTokenAlgorithms }),
    accessTokenAlgorithms: prefer(chosen.accessToken, { keys, own: client.accessTokenAlgorithms, fallback: domain.accessTokenAlgorithms }),
  };
}

export function listChangedProperties(before: ClientSigning, chosen: ClientSigning): string[] {
  return PROPERTIES.filter((property) => before[property] !== chosen[property]);
}

function prefer(chosen: SigningAlgorithm | null, previous: PreviousSigning): SigningAlgorithm[] | null {
  return chosen === null ? null : preferAlgorithm(chosen, previous, Date.now());
}

export function toSigning({ idTokenAlgorithms, accessTokenAlgorithms }: Client): ClientSigning {
  return { idToken: idTokenAlgorithms?.[0] ?? null, accessToken: accessTokenAlgorithms?.[0] ?? null };
}
