import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { ClientSetRepository, DomainRepository, SigningKeyRepository, type Client, type Domain } from '@latchkey/persistence';
import { mapDocuments, type ClientPart, type PartChange } from '../client/client-part.js';
import { omitNulls, parseBody } from '../http/parse-body.js';
import { CLIENT_DEFAULTS, chooseAlgorithms, listChangedProperties, toSigning, type ClientSigning } from './client-signing.service.js';
import { ClientSigningRequest } from './signing.dto.js';

type ListedSigning = Partial<ClientSigning>;

/** The algorithms of clients in the configuration document. The caller has published keys for them. */
@Injectable()
export class ClientSigningPart implements ClientPart<ListedSigning> {
  readonly name = 'signing';

  constructor(
    private readonly domains: DomainRepository,
    private readonly clients: ClientSetRepository,
    private readonly keys: SigningKeyRepository,
  ) {}

  async parse(value: unknown): Promise<ListedSigning | null> {
    const { idToken = null, accessToken = null } = await parseBody(ClientSigningRequest, value);
    return toListed({ idToken, accessToken });
  }

  list(_domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, ListedSigning>> {
    return Promise.resolve(mapDocuments(clients, (client) => toListed(toSigning(client))));
  }

  async store({ id }: Domain, changes: readonly PartChange<ListedSigning>[]): Promise<AuditEvent[]> {
    const [domain, keys, clients] = [(await this.domains.find(id))!, await this.keys.list(id), await this.clients.list(id)];
    const byId = new Map(clients.map((client) => [client.clientId, client]));
    const rows = changes.map(({ clientId, after }) => {
      const client = byId.get(clientId)!;
      return { clientId, ...chooseAlgorithms({ ...CLIENT_DEFAULTS, ...after }, { client, domain, keys }) };
    });
    await this.clients.setColumns(id, rows);
    return changes.map(({ clientId: client, before, after }) => ({
      type: after === null ? 'client.signing.deleted' : 'client.signing.updated',
      client,
      data: { changed: listChangedProperties({ ...CLIENT_DEFAULTS, ...before }, { ...CLIENT_DEFAULTS, ...after }) },
    }));
  }
}

function toListed(signing: ClientSigning): ListedSigning | null {
  const listed = omitNulls(signing);
  return Object.keys(listed).length === 0 ? null : listed;
}
