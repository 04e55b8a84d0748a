import { Injectable } from '@nestjs/common';
import { CERTIFICATE_NAMES, type AuthenticationMethod, type ClientAuthentication } from '@latchkey/oauth';
import { METHOD_AS_JSON } from '../authentication-method.js';
import { Database } from '../connection/database.js';
import { splitRows } from '../split-rows.js';
import type { DocumentToStore, MethodToStore } from './client-authentication.repository.js';

/** A document whose methods have their ids. */
export type IdentifiedClientAuthentication = Omit<ClientAuthentication, 'methods'> & { methods: (AuthenticationMethod & { id: string })[] };

export interface DocumentOfClient {
  clientId: string;
  document: DocumentToStore;
}

const LIST = `
  SELECT document.client_id AS "clientId", sender_constraint AS "senderConstraint", profile, (
    SELECT coalesce(jsonb_agg(${METHOD_AS_JSON} ORDER BY position), '[]') FROM client_authentication_method AS method
    WHERE method.domain_id = document.domain_id AND method.client_id = document.client_id) AS methods
  FROM client_authentication AS document WHERE document.domain_id = $1`;
const PUT_DOCUMENTS = `
  INSERT INTO client_authentication (domain_id, client_id, sender_constraint, profile) SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
  ON CONFLICT (domain_id, client_id) DO UPDATE SET sender_constraint = EXCLUDED.sender_constraint, profile = EXCLUDED.profile`;
const DELETE_OTHER_METHODS = `
  DELETE FROM client_authentication_method WHERE domain_id = $1 AND client_id = ANY ($2) AND id <> ALL ($3::uuid[])`;
const MOVE_METHODS = `
  UPDATE client_authentication_method AS method SET position = kept.position
  FROM unnest($2::text[], $3::uuid[], $4::integer[]) AS kept (client_id, id, position)
  WHERE method.domain_id = $1 AND method.client_id = kept.client_id AND method.id = kept.id`;
const INSERT_METHODS = `
  INSERT INTO client_authentication_method
    (domain_id, client_id, position, type, jwks, jwks_uri, issuer, subject, certificate_name, certificate_value)
  SELECT $1, client_id, position, method ->> 'type', method -> 'jwks', method ->> 'jwksUri', method ->> 'issuer', method ->> 'subject', name, method ->> name
  FROM unnest($2::text[], $3::integer[], $4::jsonb[], $5::text[]) AS new (client_id, position, method, name)`;

type PlacedMethod = { clientId: string; position: number; method: MethodToStore };

/** The authentication documents of many clients of a domain. The caller has locked the domain, and raises the clients' revisions. */
@Injectable()
export class ClientAuthenticationSetRepository {
  constructor(private readonly database: Database) {}

  /** The stored documents of all clients, by their ids. */
  async list(domainId: string): Promise<Map<string, IdentifiedClientAuthentication>> {
    const rows: (IdentifiedClientAuthentication & { clientId: string })[] = await this.database.manager.query(LIST, [domainId]);
    return new Map(rows.map(({ clientId, methods, senderConstraint, profile }) => [clientId, { methods, senderConstraint, profile }]));
  }

  /** Replaces the whole documents of several clients. Methods with an id are kept. No two documents have the same workload. */
  async put(domainId: string, documents: readonly DocumentOfClient[]): Promise<void> {
    for (const part of splitRows(documents)) await this.putDocuments(domainId, part);
    const methods = documents.flatMap(({ clientId, document }) =>
      document.methods.map((method, position): PlacedMethod => ({ clientId, position, method })),
    );
    for (const part of splitRows(methods.filter(({ method }) => method.id !== undefined))) {
      await this.database.manager.query(MOVE_METHODS, [
        domainId,
        part.map(({ clientId }) => clientId),
        part.map(({ method }) => method.id),
        part.map(({ position }) => position),
      ]);
    }
    for (const part of splitRows(methods.filter(({ method }) => method.id === undefined))) await this.insertMethods(domainId, part);
  }

  /** Removes the documents of several clients. */
  async delete(domainId: string, clientIds: readonly string[]): Promise<void> {
    for (const part of splitRows(clientIds))
      await this.database.manager.query('DELETE FROM client_authentication WHERE domain_id = $1 AND client_id = ANY ($2)', [
        domainId,
        part,
      ]);
  }

  private async putDocuments(domainId: string, documents: readonly DocumentOfClient[]): Promise<void> {
    const clientIds = documents.map(({ clientId }) => clientId);
    const kept = documents.flatMap(({ document }) => document.methods.flatMap(({ id }) => id ?? []));
    await this.database.manager.query(PUT_DOCUMENTS, [
      domainId,
      clientIds,
      documents.map(({ document }) => document.senderConstraint),
      documents.map(({ document }) => document.profile),
    ]);
    await this.database.manager.query(DELETE_OTHER_METHODS, [domainId, clientIds, kept]);
  }

  private async insertMethods(domainId: string, methods: readonly PlacedMethod[]): Promise<void> {
    await this.database.manager.query(INSERT_METHODS, [
      domainId,
      methods.map(({ clientId }) => clientId),
      methods.map(({ position }) => position),
      methods.map(({ method }) => JSON.stringify(method)),
      methods.map(({ method }) => CERTIFICATE_NAMES.find((name) => name in method) ?? null),
    ]);
  }
}
