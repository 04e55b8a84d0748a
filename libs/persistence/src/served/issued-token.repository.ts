import { Injectable } from '@nestjs/common';
import { STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { CLIENT_REVISION } from '../client-ended.js';
import { MAY_SIGN_IN } from '../may-sign-in.js';
import type { StoredPayload } from '../oidc-payload/payload.js';
import { isStorable } from '../storable-text.js';
import { selectAttributes } from '../select-attributes.js';
import { CurrentRevision } from './current-revision.js';
import type { ServedUser } from './served-domain.repository.js';
import { USER_ROLES } from './user-roles.js';
import { selectSub } from '../user-id.js';

/** A token that a request presents. */
export interface IssuedTokenQuery {
  /** The requested host name. */
  domain: string;
  /** The client that sends the request; null if it names none. */
  clientId: string | null;
  /** The client to which the token says it was issued; null if only its record contains that. */
  ownerId: string | null;
  /** SHA-256 of a JWT's `jti`, or of an opaque token or a code. */
  hash: Buffer;
  /** What it may be: one or more of TokenModel, space-delimited. */
  models: string;
}

/** The models of records that requests present. */
type TokenModel = 'AccessToken' | 'ClientCredentials' | 'RefreshToken' | 'AuthorizationCode' | 'Session';

/** The current records of a token in the database. */
export interface IssuedToken {
  /** The revisions of the domain and the client that sends the request. */
  current: CurrentRevision;
  /** The revisions of the domain and the client to which the token was issued. */
  owner: CurrentRevision;
  /** Null if there is no record, or it has expired. */
  record: TokenRecord | null;
  /** The grant of the record; null if it was revoked, or has expired. */
  grant: StoredPayload | null;
  /** The user of the record; null if there is none, or the user may not sign in. */
  user: ServedUser | null;
}

/** The record of a user's token or code, or the revocation of a client token. It is not used up. */
export interface TokenRecord {
  model: TokenModel;
  payload: StoredPayload;
}

interface Row {
  n: number;
  revision: string;
  ownerRevision: string;
  model: TokenRecord['model'] | null;
  payload: StoredPayload;
  grantPayload: StoredPayload | null;
  sub: string | null;
  attributes: ServedUser['attributes'];
  identityProvider: string;
  roles: string[];
}

/** The claims that the domain's lists name, and the standard ones, for a domain without lists. */
const CLAIMS = `
  array_cat($5::text[], (SELECT array_agg(claim) FROM scope_claims, jsonb_array_elements(scopes) AS entry,
    jsonb_array_elements_text(entry -> 'claims') AS claim WHERE domain_id = domain.id))`;
const STANDARD_CLAIMS = STANDARD_SCOPE_CLAIMS.id_token.flatMap(({ claims }) => claims);

/**
 * Like every record, a grant is stored under the SHA-256 of its id. `OFFSET 0` keeps PostgreSQL from joining in another order: without
 * statistics it takes part of a primary key for as good as the whole, and reads all records of a domain for each token.
 */
const ISSUED_TOKENS = {
  name: 'issued-tokens',
  text: `
    SELECT asked.n::integer AS n, concat_ws(' ', domain.id, domain.revision, client.revision) AS revision,
      concat_ws(' ', domain.id, domain.revision, owner.revision) AS "ownerRevision",
      token.model, token.payload, issued_grant.payload AS "grantPayload",
      ${selectSub('end_user')} AS sub, ${selectAttributes(CLAIMS)}, end_user.identity_provider AS "identityProvider", ${USER_ROLES} AS roles
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $6::text[]) WITH ORDINALITY AS asked (domain, client_id, owner_id, hash, models, n)
    JOIN domain ON domain.name = asked.domain AND domain.verified_at IS NOT NULL AND domain.status IN ('active', 'degraded')
    LEFT JOIN LATERAL (
      SELECT ${CLIENT_REVISION} AS revision FROM client WHERE domain_id = domain.id AND client_id = asked.client_id OFFSET 0
    ) AS client ON true
    LEFT JOIN LATERAL (
      SELECT stored.* FROM unnest(string_to_array(asked.models, ' ')) AS kind (model), LATERAL (
        SELECT *, sha256(convert_to(grant_id, 'UTF8')) AS grant_hash FROM oidc_payload
        WHERE domain_id = domain.id AND model = kind.model AND hash = asked.hash
          AND consumed_at IS NULL AND (expires_at IS NULL OR expires_at > now()) OFFSET 0) AS stored) AS token ON true
    LEFT JOIN LATERAL (
      SELECT ${CLIENT_REVISION} AS revision FROM client WHERE domain_id = domain.id AND client_id = coalesce(token.client_id, asked.owner_id) OFFSET 0
    ) AS owner ON true
    LEFT JOIN LATERAL (
      SELECT payload FROM oidc_payload WHERE domain_id = domain.id AND model = 'Grant' AND hash = token.grant_hash
        AND (expires_at IS NULL OR expires_at > now()) OFFSET 0
    ) AS issued_grant ON true
    LEFT JOIN LATERAL (
      SELECT * FROM end_user WHERE domain_id = domain.id AND sub = token.sub AND ${MAY_SIGN_IN} OFFSET 0
    ) AS end_user ON true`,
};

/** Reads all records that decide about presented tokens, for many requests in one statement. */
@Injectable()
export class IssuedTokenRepository {
  constructor(private readonly database: Database) {}

  /** @returns in the order of the queries; null if no such domain is served */
  async read(queries: readonly IssuedTokenQuery[]): Promise<(IssuedToken | null)[]> {
    const values = [
      queries.map(({ domain }) => domain),
      queries.map(({ clientId }) => toStorable(clientId)),
      queries.map(({ ownerId }) => toStorable(ownerId)),
      queries.map(({ hash }) => hash),
      STANDARD_CLAIMS,
      queries.map(({ models }) => models),
    ];
    const rows = await this.database.queryPrepared<Row>(ISSUED_TOKENS, values);
    const tokens = new Array<IssuedToken | null>(queries.length).fill(null);
    for (const row of rows) tokens[row.n - 1] = toIssuedToken(row);
    return tokens;
  }
}

/** No client has an id that PostgreSQL cannot store. */
function toStorable(clientId: string | null): string | null {
  return clientId !== null && isStorable(clientId) ? clientId : null;
}

function toIssuedToken({
  revision,
  ownerRevision,
  model,
  payload,
  grantPayload,
  sub,
  attributes,
  identityProvider,
  roles,
}: Row): IssuedToken {
  return {
    current: new CurrentRevision(revision),
    owner: new CurrentRevision(ownerRevision),
    record: model && { model, payload },
    grant: grantPayload,
    user: sub === null ? null : { sub, attributes, identityProvider, roles },
  };
}
