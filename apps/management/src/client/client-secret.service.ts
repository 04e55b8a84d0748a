import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import { isUuid } from '@latchkey/oauth';
import {
  ClientAuthenticationRepository,
  ClientSecretRepository,
  type Client,
  type Domain,
  type ListedClientSecret,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { ClientChangeService, type NamedClient } from './client-change.service.js';

/** Each secret is compared with what a request presents. */
const MAX_SECRETS = 100;

/** The secrets of a confidential client. Several can be valid at the same time, so that rotation causes no interruption. */
@Injectable()
export class ClientSecretService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly secrets: ClientSecretRepository,
    private readonly documents: ClientAuthenticationRepository,
    private readonly log: AuditLogService,
  ) {}

  /** @throws Problem client-not-found */
  async list(domain: Domain, clientId: string): Promise<ListedClientSecret[]> {
    return this.secrets.list(await this.changes.get({ domain, clientId }));
  }

  /**
   * Creates another secret. The older ones stay valid for the overlap.
   *
   * @param overlapSeconds 0 ends them immediately
   *
   * @param clientSecret by default a new random one
   *
   * @throws Problem client-not-found, client-conflict if the client is public or its methods lack ClientSecret
   */
  async add(
    { domain, clientId }: NamedClient,
    overlapSeconds: number,
    clientSecret = randomSecret(),
  ): Promise<{ id: string; clientSecret: string }> {
    return this.changes.change({ domain, clientId }, async (client) => {
      if (client.clientType === 'Public') throw createPublicClientProblem(clientId);
      if (!(await this.acceptsSecrets(client))) throw createNoSecretsProblem(clientId);
      if ((await this.secrets.list(client)).length >= MAX_SECRETS) throw createTooManySecretsProblem(clientId);
      const id = await this.secrets.create(client, hashSecret(clientSecret));
      await this.secrets.expireOthers(client, id, overlapSeconds);
      await this.changes.raiseRevision(client);
      await this.log.record(domain.id, { type: 'client.secret.rotated', client: clientId, data: { secretId: id } });
      return { id, clientSecret };
    });
  }

  /**
   * Revokes a secret; the auth server rejects it from the next request.
   *
   * @throws Problem client-not-found, client-secret-not-found
   */
  async delete(domain: Domain, clientId: string, id: string): Promise<void> {
    await this.changes.change({ domain, clientId }, async (client) => {
      const deleted = isUuid(id) && (await this.secrets.delete(client, id));
      if (!deleted) throw new Problem('client-secret-not-found', `The client ${clientId} has no such secret, or it has expired.`);
      await this.changes.raiseRevision(client);
      await this.log.record(domain.id, { type: 'client.secret.deleted', client: clientId, data: { secretId: id.toLowerCase() } });
    });
  }

  private async acceptsSecrets(client: Client): Promise<boolean> {
    const document = await this.documents.find(client);
    return document === null || document.methods.some(({ type }) => type === 'ClientSecret');
  }
}

function createTooManySecretsProblem(clientId: string): Problem {
  return new Problem('client-conflict', `${clientId} has the maximum of ${MAX_SECRETS} valid secrets. Delete one first.`);
}

function createPublicClientProblem(clientId: string): Problem {
  return new Problem('client-conflict', `${clientId} is a Public client, which cannot keep a secret (RFC 6749 section 2.1).`);
}

function createNoSecretsProblem(clientId: string): Problem {
  return new Problem('client-conflict', `${clientId} does not authenticate with a secret. Add ClientSecret to its authentication first.`);
}
