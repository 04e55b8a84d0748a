import type { ClientType } from '@latchkey/oauth';
import type { AuditEvent } from '@latchkey/events';
import type { Client, Domain } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ValidPart } from '../http/checked-body.js';
import type { ResourceReference } from '../resource/resource-reference.service.js';

/** What a client has before and after a change. Null: the default. */
export interface PartChange<Document> {
  clientId: string;
  before: Document | null;
  after: Document | null;
}

/** What a document of a client refers to, with pointers into the document. */
export interface PartReferences {
  resources?: ResourceReference[];
  roles?: ValidPart<string[]>;
}

/**
 * A resource of clients that is a member of each client in the configuration document of the domain. Its own operations change one client,
 * and this class many, by the same rules and with the same events.
 */
export interface ClientPart<Document = unknown> {
  /** The member. */
  readonly name: string;
  /**
   * The document as GET of the configuration shows it. Null: the default.
   *
   * @param value the body of the part's own PUT
   * @throws Problem invalid-request with all errors
   */
  parse(value: unknown, clientType: ClientType): Promise<Document | null>;
  /** The documents of all clients of the domain that do not have the default. */
  list(domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, Document>>;
  /** @param document the valid part of the body of the part's own PUT */
  listReferences?(document: ValidPart<Document>): PartReferences;
  /** The violation of the limit of its size, as the part's own PUT finds it. */
  findSizeViolations?(after: Document, before: Document | null): Violation[];
  /**
   * Stores changes and raises the revisions of their clients, in the caller's transaction, which has locked the domain.
   *
   * @returns the events
   */
  store(domain: Domain, changes: readonly PartChange<Document>[]): Promise<AuditEvent[]>;
}

/** The documents that clients have, by their ids. @param find null: the default */
export function mapDocuments<Document>(
  clients: readonly Client[],
  find: (client: Client) => Document | null,
): ReadonlyMap<string, Document> {
  return new Map(
    clients.flatMap((client) => {
      const document = find(client);
      return document === null ? [] : [[client.clientId, document] as const];
    }),
  );
}
