import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { AuditEvent } from '@latchkey/events';
import type { ClientAuthentication, ClientType } from '@latchkey/oauth';
import {
  ClientAuthenticationSetRepository,
  ClientSecretRepository,
  ClientSetRepository,
  type Domain,
  type DocumentToStore,
  type IdentifiedClientAuthentication,
} from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { findDocumentSizeViolations } from '../../http/document-size.js';
import { omitNulls } from '../../http/parse-body.js';
import type { ClientPart, PartChange } from '../client-part.js';
import { AuthenticationDocumentValidator } from './authentication-document.validator.js';
import { acceptsSecrets, listChangedProperties } from './client-authentication.service.js';
import { toDocument } from './document-rules.js';

type ListedAuthentication = Partial<ClientAuthentication>;

/** How clients authenticate in the configuration document. */
@Injectable()
export class ClientAuthenticationPart implements ClientPart<ListedAuthentication> {
  readonly name = 'authentication';

  constructor(
    private readonly validator: AuthenticationDocumentValidator,
    private readonly documents: ClientAuthenticationSetRepository,
    private readonly secrets: ClientSecretRepository,
    private readonly clients: ClientSetRepository,
  ) {}

  async parse(value: unknown, clientType: ClientType): Promise<ListedAuthentication> {
    return Promise.resolve(omitNulls(this.validator.validate(value, clientType, [])));
  }

  async list({ id }: Domain): Promise<ReadonlyMap<string, ListedAuthentication>> {
    const documents = await this.documents.list(id);
    return new Map([...documents].map(([clientId, document]) => [clientId, omitNulls(withoutIds(document))]));
  }

  findSizeViolations(after: ListedAuthentication, before: ListedAuthentication | null): Violation[] {
    return findDocumentSizeViolations(toDocument(after), before && toDocument(before));
  }

  async store({ id }: Domain, changes: readonly PartChange<ListedAuthentication>[]): Promise<AuditEvent[]> {
    const stored = await this.documents.list(id);
    const put = changes.flatMap(({ clientId, after }) => (after === null ? [] : [{ clientId, document: toDocument(after) }]));
    const removed = changes.filter(({ after }) => after === null).map(({ clientId }) => clientId);
    await this.documents.delete(id, removed);
    await this.documents.put(
      id,
      put.map(({ clientId, document }) => ({ clientId, document: keepIds(document, stored.get(clientId)) })),
    );
    const withoutSecrets = put.filter(({ document }) => !acceptsSecrets(document)).map(({ clientId }) => clientId);
    await this.secrets.deleteAllOf(id, withoutSecrets);
    await this.clients.raiseRevisions(
      id,
      changes.map(({ clientId }) => clientId),
    );
    return changes.map(({ clientId: client, before, after }) =>
      after === null
        ? { type: 'client.authentication.deleted', client }
        : {
            type: 'client.authentication.updated',
            client,
            data: { changed: listChangedProperties(before && toDocument(before), toDocument(after)) },
          },
    );
  }
}

function withoutIds(document: IdentifiedClientAuthentication): ClientAuthentication {
  return toDocument({ ...document, methods: document.methods.map(({ id: _id, ...method }) => method as never) });
}

/** An unchanged method keeps its id, and so its last use. */
function keepIds(document: ClientAuthentication, stored: IdentifiedClientAuthentication | undefined): DocumentToStore {
  const kept = (stored?.methods ?? []).map(({ id, ...content }) => ({ id, content }));
  const methods = document.methods.map((method) => {
    const id = kept.find(({ content }) => isDeepStrictEqual(content, method))?.id;
    return id === undefined ? method : { ...method, id };
  });
  return { ...document, methods };
}
