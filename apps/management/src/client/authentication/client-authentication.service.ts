import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { AuthenticationMethod, ClientAuthentication } from '@latchkey/oauth';
import {
  ClientAuthenticationRepository,
  ClientSecretRepository,
  type Client,
  type Domain,
  type Precondition,
  type StoredClientAuthentication,
  type UsedAuthenticationMethod,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { requireDocumentSize } from '../../http/document-size.js';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';
import { AuthenticationDocumentValidator } from './authentication-document.validator.js';

/** A document as it is shown. Default documents have no ids. */
export type ReturnedClientAuthentication = Omit<ClientAuthentication, 'methods'> & { methods: ReturnedMethod[] };
type ReturnedMethod = AuthenticationMethod & { lastUsedAt: Date | null };

const PROPERTIES = ['methods', 'senderConstraint', 'profile'] as const;

/** How clients authenticate, what their tokens are bound to, and the profile that applies to them. */
@Injectable()
export class ClientAuthenticationService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly documents: ClientAuthenticationRepository,
    private readonly secrets: ClientSecretRepository,
    private readonly validator: AuthenticationDocumentValidator,
    private readonly log: AuditLogService,
  ) {}

  /** The document of a client, or otherwise the default of its type. @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<ReturnedClientAuthentication> {
    const client = await this.changes.get({ domain, clientId });
    return (await this.documents.find(client)) ?? this.createDefault(client);
  }

  /**
   * Creates or replaces the document; the auth server uses it from the next request on. Without `ClientSecret`, the client's secrets are
   * deleted.
   *
   * @param body not validated yet, because the rules depend on the client's type
   *
   * @returns whether the document was created
   * @throws Problem client-not-found, invalid-request, precondition-failed, client-conflict if another client has one of the workloads
   */
  replace(key: NamedClient, body: unknown, precondition: Precondition<ReturnedClientAuthentication>): Promise<boolean> {
    return this.changes.change(key, async (client) => {
      const stored = await this.documents.find(client);
      const shown = stored ?? (await this.createDefault(client));
      const document = this.validator.validate(body, client.clientType, shown.methods);
      await precondition(shown, stored === null);
      await this.store(client, stored, document);
      return stored === null;
    });
  }

  /** Removes the document, so that the default of the client's type applies again. @throws Problem client-not-found, precondition-failed */
  async delete(key: NamedClient, precondition: Precondition<ReturnedClientAuthentication>): Promise<void> {
    await this.changes.change(key, async (client) => {
      await precondition((await this.documents.find(client)) ?? (await this.createDefault(client)));
      if (!(await this.documents.delete(client))) return;
      await this.changes.raiseRevision(client);
      await this.log.record(client.domainId, { type: 'client.authentication.deleted', client: client.clientId });
    });
  }

  private async createDefault(client: Client): Promise<ReturnedClientAuthentication> {
    const lastUsedAt = client.clientType === 'Public' ? null : await this.documents.findSecretLastUse(client);
    const methods: ReturnedMethod[] = client.clientType === 'Public' ? [] : [{ type: 'ClientSecret', lastUsedAt }];
    return { methods, senderConstraint: null, profile: null };
  }

  private async store(client: Client, stored: StoredClientAuthentication | null, document: ClientAuthentication): Promise<void> {
    const { domainId, clientId } = client;
    requireDocumentSize(document, stored);
    const before = stored && { ...stored, methods: stored.methods.map(toContent) };
    const changed = listChangedProperties(before, document);
    if (changed.length === 0) return;
    const methods = document.methods.map((method) => ({ ...method, ...findKeptId(stored, method) }));
    if (!(await this.documents.put(client, { ...document, methods }))) throw createHeldWorkloadProblem();
    if (!acceptsSecrets(document)) await this.secrets.deleteAll(client);
    await this.changes.raiseRevision(client);
    await this.log.record(domainId, { type: 'client.authentication.updated', client: clientId, data: { changed } });
  }
}

/** Whether a client with this document may authenticate with secrets. */
export function acceptsSecrets({ methods }: ClientAuthentication): boolean {
  return methods.some(({ type }) => type === 'ClientSecret');
}

/** The names of the properties that a document changes. @param before null: no document */
export function listChangedProperties(before: ClientAuthentication | null, document: ClientAuthentication): string[] {
  return PROPERTIES.filter((name) => !isDeepStrictEqual(before?.[name], document[name]));
}

function toContent({ id: _id, lastUsedAt: _lastUsedAt, ...content }: UsedAuthenticationMethod): AuthenticationMethod {
  return content as AuthenticationMethod;
}

/** An unchanged method keeps its id, and so its last use. */
function findKeptId(stored: StoredClientAuthentication | null, method: AuthenticationMethod): { id?: string } {
  const kept = stored?.methods.find((each) => isDeepStrictEqual(toContent(each), method));
  return kept ? { id: kept.id } : {};
}

function createHeldWorkloadProblem(): Problem {
  const detail = 'Another client of the domain has a FederatedJwt method with this issuer and subject. Nothing was changed.';
  return new Problem('client-conflict', detail);
}
