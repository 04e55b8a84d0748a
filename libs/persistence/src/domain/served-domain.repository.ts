import { Injectable } from '@nestjs/common';
import type { ClientProfile, SenderConstraint } from '@latchkey/oauth';
import { METHOD_AS_JSON, type StoredAuthenticationMethod } from '../authentication-method.js';
import { Database } from '../connection/database.js';
import { MAY_SIGN_IN } from '../may-sign-in.js';
import { isStorable } from '../storable-text.js';
import type { BackchannelLogout } from '../backchannel-logout/backchannel-logout.entity.js';
import type { Branding } from '../branding/branding.entity.js';
import type { Client } from '../client/client.entity.js';
import type { ScopeClaims, TokenKind } from '../scope-claims/scope-claims.entity.js';
import type { SigningKey } from '../signing-key/signing-key.entity.js';
import type { Domain } from './domain.entity.js';
import type { User } from '../user/user.entity.js';
import { CurrentRevision } from './current-revision.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A user as the auth server issues tokens for them. */
export type ServedUser = Pick<User, 'sub' | 'attributes' | 'identityProvider'>;

/** The subject of a request: the domain of its host and, if it names one, a client. */
export interface RevisionQuery {
  domain: string;
  clientId: string | null;
}

/** A domain as the auth server builds it, with its keys. */
export interface ServedDomain extends Pick<Domain, 'id' | 'name' | 'revision' | 'idTokenAlgorithms' | 'accessTokenAlgorithms'> {
  branding: Omit<Branding, 'domainId'>;
  /** Newest first. */
  keys: Pick<SigningKey, 'kid' | 'algorithm' | 'publicJwk' | 'privateKey' | 'signsFrom'>[];
}

/** The authentication document of a client. */
export interface ServedClientAuthentication {
  /** In the order of the document. */
  methods: StoredAuthenticationMethod[];
  senderConstraint: SenderConstraint | null;
  profile: ClientProfile | null;
}

/** A client as the auth server loads it, with the hashes of those of its secrets that had not expired by the database's clock. */
export type ServedClient = Omit<Client, 'domainId' | 'createdAt' | 'updatedAt'> & {
  secrets: { id: string; hash: Buffer; expiresAt: Date | null }[];
  /** How it authenticates; null: it has no such document, and the default of its type applies. */
  authentication: ServedClientAuthentication | null;
  /** Where logout tokens are sent; null: nowhere. */
  backchannelLogout: Pick<BackchannelLogout, 'uri' | 'sessionRequired'> | null;
};

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

const DOMAIN = {
  name: 'served-domain',
  text: `
    SELECT domain.id, domain.name, domain.revision, domain.id_token_algorithms AS "idTokenAlgorithms",
           domain.access_token_algorithms AS "accessTokenAlgorithms", key.kid, key.algorithm, key.public_jwk AS "publicJwk",
           key.private_key AS "privateKey", key.signs_from AS "signsFrom",
           branding.name AS "brandName", branding.logo_url AS "logoUrl", branding.accent_color AS "accentColor"
    FROM domain JOIN signing_key AS key ON key.domain_id = domain.id LEFT JOIN branding ON branding.domain_id = domain.id
    WHERE domain.id = $1 AND domain.status IN ('active', 'degraded') ORDER BY key.signs_from DESC, key.kid`,
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

const CLIENT = {
  name: 'served-client',
  text: `
    SELECT client.client_id AS "clientId", client.client_type AS "clientType", client.grant_type AS "grantType", client.scope,
           client.audiences, client.redirect_uris AS "redirectUris", client.post_sign_out_redirect_uris AS "postSignOutRedirectUris",
           client.allow_local_login AS "allowLocalLogin", client.providers, client.policies, client.allowed_origins AS "allowedOrigins",
           client.access_token_expiry AS "accessTokenExpiry", client.id_token_expiry AS "idTokenExpiry",
           client.refresh_token_expiry AS "refreshTokenExpiry", client.revision,
           client.id_token_algorithms AS "idTokenAlgorithms", client.access_token_algorithms AS "accessTokenAlgorithms",
           CASE WHEN authentication.client_id IS NOT NULL THEN jsonb_build_object(
             'senderConstraint', authentication.sender_constraint, 'profile', authentication.profile,
             'methods', coalesce((SELECT jsonb_agg(${METHOD_AS_JSON} ORDER BY method.position) FROM client_authentication_method AS method
               WHERE method.domain_id = client.domain_id AND method.client_id = client.client_id), '[]')) END AS authentication,
           logout.uri AS "logoutUri", logout.session_required AS "logoutSessionRequired", secret.id AS "secretId", secret.hash AS "secretHash", secret.expires_at AS "secretExpiresAt"
    FROM client
    LEFT JOIN backchannel_logout AS logout ON logout.domain_id = client.domain_id AND logout.client_id = client.client_id
    LEFT JOIN client_authentication AS authentication
      ON authentication.domain_id = client.domain_id AND authentication.client_id = client.client_id
    LEFT JOIN client_secret AS secret ON secret.domain_id = client.domain_id AND secret.client_id = client.client_id
      AND (secret.expires_at IS NULL OR secret.expires_at > now())
    WHERE client.domain_id = $1 AND client.client_id = $2`,
};

const FEDERATED_CLIENT = {
  name: 'served-federated-client',
  text: `
    SELECT (SELECT client_id FROM client_authentication_method
              WHERE domain_id = $1 AND issuer = $2 AND subject = $3 AND issuer IS NOT NULL) AS "clientId",
           EXISTS (SELECT FROM client_authentication_method WHERE domain_id = $1 AND issuer = $2 AND issuer IS NOT NULL) AS "isIssuerKnown"`,
};

const SCOPE_CLAIMS = { name: 'served-claim-lists', text: 'SELECT kind, scopes FROM scope_claims WHERE domain_id = $1' };

const USER = {
  name: 'served-user',
  text: `
    SELECT sub, attributes, identity_provider AS "identityProvider" FROM end_user
    WHERE domain_id = $1 AND sub = $2 AND ${MAY_SIGN_IN}`,
};

type DomainRow = Omit<ServedDomain, 'keys' | 'branding'> &
  ServedDomain['keys'][number] &
  Omit<Branding, 'domainId' | 'name'> & { brandName: string | null };
type ClientRow = Omit<ServedClient, 'secrets' | 'backchannelLogout'> & {
  logoutUri: string | null;
  logoutSessionRequired: boolean;
  secretId: string | null;
  secretHash: Buffer;
  secretExpiresAt: Date | null;
};

/** What the auth server reads of domains: prepared statements, since every request waits for them. */
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

  async findDomain(id: string): Promise<ServedDomain | null> {
    const rows = await this.database.queryPrepared<DomainRow>(DOMAIN, [id]);
    const [first] = rows;
    if (!first) return null;
    const keys = rows.map(({ kid, algorithm, publicJwk, privateKey, signsFrom }) => ({ kid, algorithm, publicJwk, privateKey, signsFrom }));
    const { name, revision, idTokenAlgorithms, accessTokenAlgorithms, brandName, logoUrl, accentColor } = first;
    const branding = { name: brandName, logoUrl, accentColor };
    return { id, name, revision, idTokenAlgorithms, accessTokenAlgorithms, branding, keys };
  }

  /** The claims of scopes, for the kinds of token for which the operator has configured them. */
  async findScopeClaims(domainId: string): Promise<Partial<Record<TokenKind, ScopeClaims[]>>> {
    const rows = await this.database.queryPrepared<{ kind: TokenKind; scopes: ScopeClaims[] }>(SCOPE_CLAIMS, [domainId]);
    return Object.fromEntries(rows.map(({ kind, scopes }) => [kind, scopes]));
  }

  /** @returns null if there is no such user, or they may not sign in */
  async findActiveUser(domainId: string, sub: string): Promise<ServedUser | null> {
    if (!UUID.test(sub)) return null;
    const [user] = await this.database.queryPrepared<ServedUser>(USER, [domainId, sub]);
    return user ?? null;
  }

  /** The client that a workload is, by the claims `iss` and `sub` of its token. */
  async findFederatedClient(domainId: string, issuer: string, subject: string): Promise<FederatedClient> {
    if (!isStorable(issuer) || !isStorable(subject)) return { clientId: null, isIssuerKnown: false };
    const [row] = await this.database.queryPrepared<FederatedClient>(FEDERATED_CLIENT, [domainId, issuer, subject]);
    return row!;
  }

  async findClient(domainId: string, clientId: string): Promise<ServedClient | null> {
    if (!isStorable(clientId)) return null;
    const rows = await this.database.queryPrepared<ClientRow>(CLIENT, [domainId, clientId]);
    const [first] = rows;
    if (!first) return null;
    const { secretId: _id, secretHash: _hash, secretExpiresAt: _expiresAt, logoutUri: uri, logoutSessionRequired, ...client } = first;
    const secrets = rows.flatMap(({ secretId, secretHash, secretExpiresAt }) =>
      secretId === null ? [] : [{ id: secretId, hash: secretHash, expiresAt: secretExpiresAt }],
    );
    return { ...client, secrets, backchannelLogout: uri === null ? null : { uri, sessionRequired: logoutSessionRequired } };
  }
}
