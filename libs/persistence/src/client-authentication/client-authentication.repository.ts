import { Injectable } from '@nestjs/common';
import { CERTIFICATE_NAMES, type AuthenticationMethod, type CertificateName, type ClientAuthentication } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { ClientAuthenticationDocument } from './client-authentication-document.entity.js';
import { ClientAuthenticationMethod } from './client-authentication-method.entity.js';
import { METHOD_AS_JSON, type StoredAuthenticationMethod } from '../authentication-method.js';

interface ClientKey {
  domainId: string;
  clientId: string;
}

/** A method with its last use. For `ClientSecret` it is the last use of any of the client's secrets. */
export type UsedAuthenticationMethod = StoredAuthenticationMethod & { lastUsedAt: Date | null };

/** A document in its stored form. */
export interface StoredClientAuthentication extends ClientAuthentication {
  methods: UsedAuthenticationMethod[];
}

/** A document to store, in which new methods have no id yet. */
export type DocumentToStore = Omit<ClientAuthentication, 'methods'> & { methods: MethodToStore[] };
export type MethodToStore = AuthenticationMethod & { id?: string };

const INSERT_METHOD = `
  INSERT INTO client_authentication_method
    (domain_id, client_id, position, type, jwks, jwks_uri, issuer, subject, certificate_name, certificate_value)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

@Injectable()
export class ClientAuthenticationRepository {
  constructor(private readonly database: Database) {}

  /** @returns null if the client has no document */
  async find({ domainId, clientId }: ClientKey): Promise<StoredClientAuthentication | null> {
    const document = await this.documents.findOneBy({ domainId, clientId });
    if (!document) return null;
    const { senderConstraint, profile } = document;
    return { methods: await this.listMethods({ domainId, clientId }), senderConstraint, profile };
  }

  /** When a secret of the client was last used; null if never. */
  async findSecretLastUse({ domainId, clientId }: ClientKey): Promise<Date | null> {
    const [row]: [{ at: Date | null }] = await this.database.manager.query(
      'SELECT max(last_used_at) AS at FROM client_secret_use WHERE domain_id = $1 AND client_id = $2',
      [domainId, clientId],
    );
    return row.at;
  }

  /**
   * Replaces the whole document. Methods with an id are kept, with their last use. The caller raises the client's revision.
   * @returns false if another client of the domain has one of the workloads; the transaction can then only be rolled back
   */
  async put({ domainId, clientId }: ClientKey, { methods, senderConstraint, profile }: DocumentToStore): Promise<boolean> {
    const key = { domainId, clientId };
    await this.documents.upsert({ ...key, senderConstraint, profile }, ['domainId', 'clientId']);
    const kept = methods.flatMap(({ id }) => (id === undefined ? [] : [id]));
    await this.database.manager.query(
      'DELETE FROM client_authentication_method WHERE domain_id = $1 AND client_id = $2 AND id <> ALL ($3::uuid[])',
      [domainId, clientId, kept],
    );
    try {
      for (const [position, method] of methods.entries()) await this.storeMethod(key, method, position);
    } catch (error) {
      if (getViolatedConstraint(error) === 'client_authentication_method_subject') return false;
      throw error;
    }
    return true;
  }

  /** The caller raises the client's revision. @returns false if there is none */
  async delete({ domainId, clientId }: ClientKey): Promise<boolean> {
    const { affected } = await this.documents.delete({ domainId, clientId });
    return affected === 1;
  }

  private async listMethods({ domainId, clientId }: ClientKey): Promise<UsedAuthenticationMethod[]> {
    const rows: { method: StoredAuthenticationMethod; lastUsedAt: Date | null }[] = await this.database.manager.query(
      `SELECT ${METHOD_AS_JSON} AS method, CASE method.type
         WHEN 'ClientSecret' THEN (SELECT max(last_used_at) FROM client_secret_use AS secret
                                   WHERE secret.domain_id = method.domain_id AND secret.client_id = method.client_id)
         ELSE use.last_used_at END AS "lastUsedAt"
       FROM client_authentication_method AS method LEFT JOIN client_authentication_method_use AS use
         ON use.domain_id = method.domain_id AND use.client_id = method.client_id AND use.method_id = method.id
       WHERE method.domain_id = $1 AND method.client_id = $2 ORDER BY method.position`,
      [domainId, clientId],
    );
    return rows.map(({ method, lastUsedAt }) => ({ ...method, lastUsedAt }));
  }

  private async storeMethod(key: ClientKey, { id, ...method }: MethodToStore, position: number): Promise<void> {
    const place = [key.domainId, key.clientId, position];
    if (id === undefined) await this.database.manager.query(INSERT_METHOD, [...place, ...toColumns(method)]);
    else await this.methods.update({ ...key, id }, { position });
  }

  private get documents() {
    return this.database.manager.getRepository(ClientAuthenticationDocument);
  }

  private get methods() {
    return this.database.manager.getRepository(ClientAuthenticationMethod);
  }
}

/** The columns of a method, starting with `type`. */
function toColumns(method: AuthenticationMethod): unknown[] {
  const values = method as { type: string } & Partial<Record<'jwks' | 'jwksUri' | 'issuer' | 'subject' | CertificateName, unknown>>;
  const certificateName = CERTIFICATE_NAMES.find((name) => values[name] !== undefined) ?? null;
  const jwks = values.jwks === undefined ? null : JSON.stringify(values.jwks);
  return [values.type, jwks, values.jwksUri, values.issuer, values.subject, certificateName, certificateName && values[certificateName]];
}
