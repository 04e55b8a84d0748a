import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** How a domain authenticates at the token endpoint of a provider: OpenID Connect Core section 9. */
export type TokenEndpointAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/** How the provider sends its authorization response: OAuth 2.0 Form Post Response Mode. */
export type UpstreamResponseMode = 'form_post';

/** Values that claims of the ID token or of userinfo must have, by claim. */
export type RequiredClaims = Readonly<Record<string, string | number | boolean>>;

/** An OpenID provider at which a domain is a client: its users may sign in. */
@Entity()
@Check('identity_provider_auth_method', `token_endpoint_auth_method IN ('client_secret_basic', 'client_secret_post', 'private_key_jwt')`)
@Check('identity_provider_response_mode', `response_mode IN ('form_post')`)
export class IdentityProvider {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'identity_provider_pk' })
  @ForeignKey(() => Domain, { name: 'identity_provider_domain' })
  domainId!: string;

  /** What clients and users are tied to it by. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'identity_provider_pk', collation: 'C' })
  name!: string;

  /** Compared exactly with `iss`. */
  @Column('text')
  issuer!: string;

  /** The `client_id` that the domain has there. */
  @Column('text')
  clientId!: string;

  /** Encrypted: see identityProviderContext. Null: none. */
  @Column('bytea', { nullable: true })
  clientSecret!: Buffer | null;

  @Column('text')
  tokenEndpointAuthMethod!: TokenEndpointAuthMethod;

  /** Scope tokens, RFC 6749 section 3.3, for requests to the provider. */
  @Column('text', { array: true })
  scopes!: string[];

  /** The claims that are copied, by name, and the attribute of each. */
  @Column('jsonb')
  claimMapping!: Record<string, string>;

  /** The name for users. */
  @Column('text')
  displayName!: string;

  /** Whether anybody can sign in by it. */
  @Column('boolean')
  enabled!: boolean;

  /** Whether its word counts for an address to be the user's. */
  @Column('boolean')
  trustEmailVerified!: boolean;

  /** Whether the first sign-in of an unknown subject creates a user. */
  @Column('boolean')
  createUsers!: boolean;

  /** Whether ID tokens without nonce are refused. */
  @Column('boolean', { default: true })
  requireNonce!: boolean;

  /** Null: the default of the response type, which is the query. */
  @Column('text', { nullable: true })
  responseMode!: UpstreamResponseMode | null;

  /** Only users with these claims may sign in. */
  @Column('jsonb', { default: {} })
  requiredClaims!: RequiredClaims;

  /** Changes with everything; never used twice. */
  @Column('bigint', { default: () => `nextval('revision')` })
  revision!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}

/** What an operator configures: everything of a provider except its identity and history. The secret is encrypted. */
export type IdentityProviderConfiguration = Omit<IdentityProvider, 'domainId' | 'name' | 'revision' | 'createdAt' | 'updatedAt'>;

export type IdentityProviderKey = Pick<IdentityProvider, 'domainId' | 'name'>;
