import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** How a domain authenticates at an identity provider's token endpoint: OpenID Connect Core section 9. */
export type TokenEndpointAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/** How the identity provider sends its authorization response: OAuth 2.0 Form Post Response Mode. */
export type UpstreamResponseMode = 'form_post';

/** Values that claims of the ID token or of userinfo must have, keyed by claim. */
export type RequiredClaims = Readonly<Record<string, string | number | boolean>>;

/** An OpenID provider at which a domain is a client and whose users may sign in. */
@Entity()
@Check('identity_provider_auth_method', `token_endpoint_auth_method IN ('client_secret_basic', 'client_secret_post', 'private_key_jwt')`)
@Check('identity_provider_response_mode', `response_mode IN ('form_post')`)
export class IdentityProvider {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'identity_provider_pk' })
  @ForeignKey(() => Domain, { name: 'identity_provider_domain' })
  domainId!: string;

  /** The name by which clients and users refer to it. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'identity_provider_pk', collation: 'C' })
  name!: string;

  /** Compared exactly with `iss`. */
  @Column('text')
  issuer!: string;

  /** The domain's `client_id` at the identity provider. */
  @Column('text')
  clientId!: string;

  /** Encrypted: see identityProviderContext. Null if there is none. */
  @Column('bytea', { nullable: true })
  clientSecret!: Buffer | null;

  @Column('text')
  tokenEndpointAuthMethod!: TokenEndpointAuthMethod;

  /** Scope tokens, RFC 6749 section 3.3, for requests to the provider. */
  @Column('text', { array: true })
  scopes!: string[];

  /** The attribute to which each claim is copied, keyed by claim. */
  @Column('jsonb')
  claimMapping!: Record<string, string>;

  /** The name shown to users. */
  @Column('text')
  displayName!: string;

  /** Whether users can sign in with it. */
  @Column('boolean')
  enabled!: boolean;

  /** Whether its verified flags are trusted. */
  @Column('boolean')
  trustEmailVerified!: boolean;

  /** Whether the first sign-in of an unknown subject creates a user. */
  @Column('boolean')
  createUsers!: boolean;

  /** Whether ID tokens without a nonce are rejected. */
  @Column('boolean', { default: true })
  requireNonce!: boolean;

  /** Null for the default, which is `query` for the code flow. */
  @Column('text', { nullable: true })
  responseMode!: UpstreamResponseMode | null;

  /** Only users with these claims may sign in. */
  @Column('jsonb', { default: {} })
  requiredClaims!: RequiredClaims;

  /** Changes with every other column. A value is never reused. */
  @Column('bigint', { default: () => `nextval('revision')` })
  revision!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}

/** The operator's configuration of an identity provider: everything except its identity and history. The secret is encrypted. */
export type IdentityProviderConfiguration = Omit<IdentityProvider, 'domainId' | 'name' | 'revision' | 'createdAt' | 'updatedAt'>;

export type IdentityProviderKey = Pick<IdentityProvider, 'domainId' | 'name'>;
