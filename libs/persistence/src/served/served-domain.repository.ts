import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { CLIENT_REVISION } from '../client-ended.js';
import { MAY_SIGN_IN } from '../may-sign-in.js';
import { isStorable } from '../storable-text.js';
import { selectAttributes } from '../select-attributes.js';
import type { User } from '../user/user.entity.js';
import { USER_ROLES } from './user-roles.js';
import { CurrentRevision } from './current-revision.js';
import { selectSub, userIdOf } from '../user-id.js';

/** A user in the form that the auth server needs to issue tokens. */
export type ServedUser = Pick<User, 'sub' | 'attributes' | 'identityProvider'> & { roles: string[] };

/** The subject of a request: the domain of its host and, if it names one, a client. */
export interface RevisionQuery {
  domain: string;
  clientId: string | null;
}

/** The client of a workload. */
export interface FederatedClient {
  /** Null if no client of the domain has the issuer and subject. */
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
    LEFT JOIN LATERAL (
      SELECT ${CLIENT_REVISION} AS revision FROM client WHERE domain_id = domain.id AND client_id = asked.client_id OFFSET 0
    ) AS client ON true`,
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
    SELECT ${selectSub('end_user')} AS sub, ${selectAttributes('$3::text[]')}, identity_provider AS "identityProvider", ${USER_ROLES} AS roles FROM end_user
    WHERE domain_id = $1 AND sub = $2 AND ${MAY_SIGN_IN}`,
};

/** Queries of auth server requests about domains. They are prepared statements, because every request waits for them. */
@Injectable()
export class ServedDomainRepository {
  constructor(private readonly database: Database) {}

  /** Answers the queries of many requests in one statement. @returns in the order of the queries; null if no such domain is served */
  async currentRevisions(questions: readonly RevisionQuery[]): Promise<(CurrentRevision | null)[]> {
    const domains = questions.map(({ domain }) => domain);
    const clients = questions.map(({ clientId }) => (clientId !== null && isStorable(clientId) ? clientId : null));
    const rows = await this.database.queryPrepared<{ n: number; revision: string }>(CURRENT_REVISIONS, [domains, clients]);
    const answers = new Array<CurrentRevision | null>(questions.length).fill(null);
    for (const { n, revision } of rows) answers[n - 1] = new CurrentRevision(revision);
    return answers;
  }

  /** @returns the ids of served domains */
  async filterServed(ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.queryPrepared<{ id: string }>(SERVED_IDS, [ids]);
    return rows.map(({ id }) => id);
  }

  /** Reads every domain, so only for development. @returns names of served domains, newest first */
  async listNewestNames(limit: number): Promise<string[]> {
    const rows = await this.database.queryPrepared<{ name: string }>(NEWEST_NAMES, [limit]);
    return rows.map(({ name }) => name);
  }

  /**
   * @param attributes the names of the needed attributes; a user with small attributes gets all of them
   * @returns null if there is no such user, or the user may not sign in
   */
  async findActiveUser(domainId: string, sub: string, attributes: readonly string[]): Promise<ServedUser | null> {
    const [user] = await this.database.queryPrepared<ServedUser>(USER, [domainId, userIdOf(domainId, sub), attributes]);
    return user ?? null;
  }

  /** The client that a workload's token identifies by its claims `iss` and `sub`. */
  async findFederatedClient(domainId: string, issuer: string, subject: string): Promise<FederatedClient> {
    if (!isStorable(issuer) || !isStorable(subject)) return { clientId: null, isIssuerKnown: false };
    const [row] = await this.database.queryPrepared<FederatedClient>(FEDERATED_CLIENT, [domainId, issuer, subject]);
    return row!;
  }
}
