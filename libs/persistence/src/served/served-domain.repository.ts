import { Injectable } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { MAY_SIGN_IN } from '../may-sign-in.js';
import { isStorable } from '../storable-text.js';
import { selectAttributes } from '../select-attributes.js';
import type { User } from '../user/user.entity.js';
import { CurrentRevision } from './current-revision.js';

/** A user as the auth server issues tokens for them. */
export type ServedUser = Pick<User, 'sub' | 'attributes' | 'identityProvider'>;

/** The subject of a request: the domain of its host and, if it names one, a client. */
export interface RevisionQuery {
  domain: string;
  clientId: string | null;
}

/** The client of a workload. */
export interface FederatedClient {
  /** Null: no client of the domain has the issuer and the subject. */
  clientId: string | null;
  /** Whether a client of the domain has the issuer. */
  isIssuerKnown: boolean;
}

const CURRENT_REVISIONS = {
  name: 'current-revisions',
  text: `
    SELECT asked.n::integer AS n, concat_ws(' ', domain.id, domain.revision, client.revision) AS revision
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (domain, client_id, n)
    JOIN domain ON domain.name = asked.domain AND domain.verified_at IS NOT NULL AND domain.status IN ('active', 'degraded')
    LEFT JOIN client ON client.domain_id = domain.id AND client.client_id = asked.client_id`,
};

const SERVED_IDS = {
  name: 'served-domain-ids',
  text: `SELECT id FROM domain WHERE id = ANY ($1::uuid[]) AND status IN ('active', 'degraded')`,
};

const NEWEST_NAMES = {
  name: 'served-domain-newest-names',
  text: `
    SELECT name FROM domain WHERE verified_at IS NOT NULL AND status IN ('active', 'degraded')
    ORDER BY name = 'localhost' DESC, created_at DESC, name LIMIT $1`,
};

const FEDERATED_CLIENT = {
  name: 'served-federated-client',
  text: `
    SELECT (SELECT client_id FROM client_authentication_method
              WHERE domain_id = $1 AND issuer = $2 AND subject = $3 AND issuer IS NOT NULL) AS "clientId",
           EXISTS (SELECT FROM client_authentication_method WHERE domain_id = $1 AND issuer = $2 AND issuer IS NOT NULL) AS "isIssuerKnown"`,
};

const USER = {
  name: 'served-user',
  text: `
    SELECT sub, ${selectAttributes('$3::text[]')}, identity_provider AS "identityProvider" FROM end_user
    WHERE domain_id = $1 AND sub = $2 AND ${MAY_SIGN_IN}`,
};

/** What requests of the auth server ask of domains: prepared statements, since every request waits for them. */
@Injectable()
export class ServedDomainRepository {
  constructor(private readonly database: Database) {}

  /** Answers the queries of many requests in one statement. @returns in the order of the queries; null: no such domain is served */
  async currentRevisions(questions: readonly RevisionQuery[]): Promise<(CurrentRevision | null)[]> {
    const domains = questions.map(({ domain }) => domain);
    const clients = questions.map(({ clientId }) => (clientId !== null && isStorable(clientId) ? clientId : null));
    const rows = await this.database.queryPrepared<{ n: number; revision: string }>(CURRENT_REVISIONS, [domains, clients]);
    const answers = new Array<CurrentRevision | null>(questions.length).fill(null);
    for (const { n, revision } of rows) answers[n - 1] = new CurrentRevision(revision);
    return answers;
  }

  /** @returns those of the domains that are served */
  async filterServed(ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.queryPrepared<{ id: string }>(SERVED_IDS, [ids]);
    return rows.map(({ id }) => id);
  }

  /** Reads every domain: only for development. @returns names of domains that are served, newest first */
  async listNewestNames(limit: number): Promise<string[]> {
    const rows = await this.database.queryPrepared<{ name: string }>(NEWEST_NAMES, [limit]);
    return rows.map(({ name }) => name);
  }

  /**
   * @param attributes the names of the needed attributes; a user with few others has these too
   * @returns null if there is no such user, or they may not sign in
   */
  async findActiveUser(domainId: string, sub: string, attributes: readonly string[]): Promise<ServedUser | null> {
    if (!isUuid(sub)) return null;
    const [user] = await this.database.queryPrepared<ServedUser>(USER, [domainId, sub, attributes]);
    return user ?? null;
  }

  /** The client that a workload is, by the claims `iss` and `sub` of its token. */
  async findFederatedClient(domainId: string, issuer: string, subject: string): Promise<FederatedClient> {
    if (!isStorable(issuer) || !isStorable(subject)) return { clientId: null, isIssuerKnown: false };
    const [row] = await this.database.queryPrepared<FederatedClient>(FEDERATED_CLIENT, [domainId, issuer, subject]);
    return row!;
  }
}
