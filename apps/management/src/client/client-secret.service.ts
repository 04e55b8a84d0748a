import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import {
  ClientRepository,
  ClientSecretRepository,
  Database,
  DomainRepository,
  type Client,
  type Domain,
  type ListedClientSecret,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { createDomainNotFoundProblem } from '../domain/domain-not-found.js';
import { LogService } from '../log/log.service.js';
import { createClientNotFoundProblem } from './client-not-found.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The secrets of a confidential client. Several can be valid at the same time, so that they rotate without an interruption. */
@Injectable()
export class ClientSecretService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly clients: ClientRepository,
    private readonly secrets: ClientSecretRepository,
    private readonly log: LogService,
  ) {}

  /** @throws Problem client-not-found */
  async list(domain: Domain, clientId: string): Promise<ListedClientSecret[]> {
    if (!(await this.clients.find(domain.id, clientId))) throw createClientNotFoundProblem(clientId);
    return this.secrets.list({ domainId: domain.id, clientId });
  }

  /**
   * Creates a further secret. The older ones stay valid for the overlap.
   *
   * @param overlapSeconds 0: they end now
   * @throws Problem client-not-found, client-conflict - a public client has no secrets
   */
  async add(domain: Domain, clientId: string, overlapSeconds: number): Promise<{ id: string; clientSecret: string }> {
    const clientSecret = randomSecret();
    const key = { domainId: domain.id, clientId };
    return this.change(domain, clientId, async (client) => {
      if (client.clientType === 'Public') throw createPublicClientProblem(clientId);
      const id = await this.secrets.create(key, hashSecret(clientSecret));
      await this.secrets.expireOthers(key, id, overlapSeconds);
      await this.clients.raiseRevision(domain.id, clientId);
      await this.log.record(domain.id, { operation: 'client.secret.create', clientId, changed: [id] });
      return { id, clientSecret };
    });
  }

  /**
   * Ends a secret: the auth server refuses it from the next request on.
   * @throws Problem client-not-found, client-secret-not-found
   */
  async delete(domain: Domain, clientId: string, id: string): Promise<void> {
    await this.change(domain, clientId, async () => {
      const deleted = UUID.test(id) && (await this.secrets.delete({ domainId: domain.id, clientId }, id));
      if (!deleted) throw new Problem('client-secret-not-found', `The client ${clientId} has no such secret, or it has expired.`);
      await this.clients.raiseRevision(domain.id, clientId);
      await this.log.record(domain.id, { operation: 'client.secret.delete', clientId, changed: [id.toLowerCase()] });
    });
  }

  /** Changes of one client happen one after the other; none is pending when the deletion of the domain has been answered. */
  private change<T>(domain: Domain, clientId: string, work: (client: Client) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(domain.id))) throw createDomainNotFoundProblem();
      const client = await this.clients.lock(domain.id, clientId);
      if (!client) throw createClientNotFoundProblem(clientId);
      return work(client);
    });
  }
}

function createPublicClientProblem(clientId: string): Problem {
  return new Problem('client-conflict', `${clientId} is a Public client, which cannot keep a secret (RFC 6749 section 2.1).`);
}
