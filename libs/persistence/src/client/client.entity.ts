import type { PublicJwks } from '@latchkey/oauth';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain, type StoredSigningAlgorithm } from '../domain/domain.entity.js';
import { userIdOf } from '../user-id.js';

/** What a client may do with the tokens of others: RFC 8693. */
export interface TokenExchangeGrant {
  /** Whether the new token names the client as the actor (RFC 8693 section 4.1), or not. */
  mode: 'Delegation' | 'Impersonation';
  /** The most that it may get, by the id of the resource. */
  resources: Record<string, string[]>;
}

/** An issuer of identity assertions that a client may use as grants. */
export interface AssertionIssuer {
  issuer: string;
  /** Its public keys; null if they are published. */
  jwks: PublicJwks | null;
  /** Where its keys are published; null if they are in `jwks`. */
  jwksUri: string | null;
  /** The claim that names the user. */
  subjectClaim: string;
  /** The most that the client may get, by the id of the resource. */
  resources: Record<string, string[]>;
}

/** Another server for which a client may get identity assertions of its users. */
export interface IdJagAudience {
  issuer: string;
  /** The id of the client at that server; null if it is the same. */
  clientId: string | null;
  /** The most that it may ask for there: scopes by the URIs of resources. */
  resources: Record<string, string[]>;
}

/** Grants that a client may use beside its `grantType`. */
export interface FurtherGrants {
  clientCredentials: boolean;
  deviceCode: boolean;
  tokenExchange: TokenExchangeGrant | null;
  /** Whose identity assertions it may use (RFC 7523 section 2.1). Rows of earlier releases lack it. */
  jwtBearer?: { issuers: AssertionIssuer[] };
  /** The servers for which it may get identity assertions (ID-JAG) by token exchange. Rows of earlier releases lack it. */
  idJag?: { audiences: IdJagAudience[] };
  /** Whether it provisions users by SCIM. Documents of earlier releases lack it. */
  scim?: boolean;
}

/** How many access tokens a client may get. */
export interface TokenQuota {
  /** Null: no limit. */
  tokensPerMinute: number | null;
  /** Null: no limit. */
  tokensPerDay: number | null;
  /** Whether the limits are only watched: the client gets tokens beyond them too. */
  monitorOnly: boolean;
}

/** How people are told of a client. Null: nothing is shown; the client's id stands for its name. */
export interface ClientPresentation {
  name: string | null;
  /** A picture beside the name. */
  logoUri: string | null;
  /** The client's home page. */
  clientUri: string | null;
  /** How the client uses the data of users. */
  policyUri: string | null;
  /** Its terms of service. */
  tosUri: string | null;
  /** Whether it is an agent: software that decides by itself what it does. Others lack this and what follows. */
  kind?: 'Agent';
  /** The `sub` of the user that an agent belongs to, and ends with. */
  owner?: string | null;
  /** When an agent ends: RFC 3339. */
  expiresAt?: string | null;
}

/** The columns that store the presentation of a client. The database decides by the last two whether an agent has ended. */
export function toPresentationColumns(
  domainId: string,
  presentation: ClientPresentation | null,
): Pick<Client, 'presentation' | 'nameKey' | 'ownerId' | 'expiresAt'> {
  const { name, owner, expiresAt } = presentation ?? {};
  return {
    presentation,
    nameKey: name?.toLowerCase() ?? null,
    ownerId: owner ? userIdOf(domainId, owner) : null,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
  };
}

/** An OAuth client of a domain. Null means that the operator set no value, so the default applies. */
@Entity()
@Index('client_order', ['domainId', 'createdAt', 'clientId', 'nameKey'])
@Check('client_client_type', `client_type IN ('Public', 'Confidential')`)
@Check('client_grant_type', `grant_type IN ('AuthorizationCode', 'ClientCredentials')`)
@Check('client_id_token_algorithms', `id_token_algorithms <@ ARRAY['RS256', 'PS256', 'ES256', 'EdDSA'] AND id_token_algorithms <> '{}'`)
@Check(
  'client_access_token_algorithms',
  `access_token_algorithms <@ ARRAY['RS256', 'PS256', 'ES256', 'EdDSA'] AND access_token_algorithms <> '{}'`,
)
@Index('client_owner', ['domainId', 'ownerId'])
@ForeignKey('User', ['domainId', 'ownerId'], ['domainId', 'sub'], { name: 'client_owner_user' })
@Check('client_refresh_token_leeway', 'refresh_token_leeway BETWEEN 0 AND 60')
export class Client {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_pk' })
  @ForeignKey(() => Domain, { name: 'client_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_pk' })
  clientId!: string;

  /** RFC 6749 section 2.1. */
  @Column('text')
  clientType!: 'Public' | 'Confidential';

  @Column('text')
  grantType!: 'AuthorizationCode' | 'ClientCredentials';

  /** Space-delimited scope tokens, RFC 6749 section 3.3: the maximum that this client may request. */
  @Column('text')
  scope!: string;

  /** The `aud` of its access tokens and the values that `resource` (RFC 8707) may have; null for the issuer. */
  @Column('text', { array: true, nullable: true })
  audiences!: string[] | null;

  @Column('text', { array: true, nullable: true })
  redirectUris!: string[] | null;

  @Column('text', { array: true, nullable: true })
  postSignOutRedirectUris!: string[] | null;

  @Column('boolean', { nullable: true })
  allowLocalLogin!: boolean | null;

  /** The identity providers to offer; null for all of the domain. */
  @Column('text', { array: true, nullable: true })
  providers!: string[] | null;

  @Column('text', { array: true, nullable: true })
  policies!: string[] | null;

  /** The origins that may use CORS for this client. */
  @Column('text', { array: true, nullable: true })
  allowedOrigins!: string[] | null;

  /** Seconds. */
  @Column('integer', { nullable: true })
  accessTokenExpiry!: number | null;

  /** Seconds. */
  @Column('integer', { nullable: true })
  idTokenExpiry!: number | null;

  /** Seconds. */
  @Column('integer', { nullable: true })
  refreshTokenExpiry!: number | null;

  /** The algorithms that sign its ID tokens, before those of the domain: see Domain. Null for those of the domain. */
  @Column('text', { array: true, nullable: true })
  idTokenAlgorithms!: StoredSigningAlgorithm[] | null;

  /** The same for its access tokens. */
  @Column('text', { array: true, nullable: true })
  accessTokenAlgorithms!: StoredSigningAlgorithm[] | null;

  /** Seconds after its rotation in which a refresh token may be used again; null if the operator set none, so 0 applies. */
  @Column('integer', { nullable: true })
  refreshTokenLeeway!: number | null;

  /** Claims of the tokens that it gets for itself, by their names. */
  @Column('jsonb', { nullable: true })
  accessTokenClaims!: Record<string, unknown> | null;

  @Column('jsonb', { nullable: true })
  furtherGrants!: FurtherGrants | null;

  @Column('jsonb', { nullable: true })
  tokenQuota!: TokenQuota | null;

  @Column('jsonb', { nullable: true })
  presentation!: ClientPresentation | null;

  /** The name in `presentation` in lower case, in which a search looks for a part of it. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  nameKey!: string | null;

  /** The id of the user in `presentation.owner`: see userIdOf. */
  @Column('uuid', { nullable: true })
  ownerId!: string | null;

  /** The time in `presentation.expiresAt`. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** Whether it may use the domain. */
  @Column('boolean', { default: true })
  active!: boolean;

  /** When it was last deactivated; null: never. What was issued to it before stays invalid when it is active again. */
  @Column('timestamptz', { nullable: true })
  deactivatedAt!: Date | null;

  /** Changes with everything that the auth server caches of the client, including its secrets. A value is never reused. */
  @Column('bigint', { default: () => `nextval('revision')` })
  revision!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}

/** The algorithms that sign the tokens of a domain or client. */
export type SigningAlgorithms = Pick<Client, 'idTokenAlgorithms' | 'accessTokenAlgorithms'>;

/** The operator's configuration of a client: everything except its identity, its history and its own resources. */
export type ClientConfiguration = Omit<
  Client,
  | keyof SigningAlgorithms
  | 'refreshTokenLeeway'
  | 'accessTokenClaims'
  | 'furtherGrants'
  | 'tokenQuota'
  | 'presentation'
  | 'nameKey'
  | 'ownerId'
  | 'expiresAt'
  | 'active'
  | 'deactivatedAt'
  | 'domainId'
  | 'clientId'
  | 'revision'
  | 'createdAt'
  | 'updatedAt'
>;
