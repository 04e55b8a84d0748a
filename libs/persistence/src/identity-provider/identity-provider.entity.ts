import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The protocol of an identity provider: OpenID Connect, OAuth 2.0 with an endpoint that describes the user, or SAML 2.0. */
export const IDENTITY_PROVIDER_KINDS = ['oidc', 'oauth2', 'saml'] as const;
export type IdentityProviderKind = (typeof IDENTITY_PROVIDER_KINDS)[number];

/** What OpenID Connect Discovery says of other providers. */
export interface OAuth2Provider {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** Answers the access token with a JSON object of claims. */
  userinfoEndpoint: string;
  /** Lists the user's mail addresses, as `GET /user/emails` of GitHub does. */
  emailsEndpoint?: string;
  /** The claim that identifies the user; `id` if absent. */
  subjectClaim?: string;
}

/** The key with which a domain signs its client secrets: Sign in with Apple. The private key is the identity provider's `clientSecret`. */
export interface AppleKey {
  teamId: string;
  keyId: string;
}

/** What the metadata of a SAML identity provider say. Its entity ID is the `issuer`. */
export interface SamlProvider {
  /** Single sign-on service for HTTP redirects. */
  ssoUrl: string;
  /** Of the keys that sign assertions, as PEM; several while the provider changes its key. */
  certificates: string[];
  /** Single logout service for HTTP redirects. */
  sloUrl?: string;
  /** Whether requests are signed. */
  signRequests?: boolean;
  /** The attribute that identifies users. Without it, the persistent NameID does. */
  subjectAttribute?: string;
}

/** How a domain authenticates at an identity provider's token endpoint: OpenID Connect Core section 9. */
export type TokenEndpointAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/** How the identity provider sends its authorization response: OAuth 2.0 Form Post Response Mode. */
export type UpstreamResponseMode = 'form_post';

export type RequiredValue = string | number | boolean;

/** Values that claims of the ID token or of userinfo must have, keyed by claim: the value, or one of those in a list. */
export type RequiredClaims = Readonly<Record<string, RequiredValue | readonly RequiredValue[]>>;

/** A provider at which a domain is a client and whose users may sign in. */
@Entity()
@Check('identity_provider_auth_method', `token_endpoint_auth_method IN ('client_secret_basic', 'client_secret_post', 'private_key_jwt')`)
@Check('identity_provider_kind', `kind IN ('oidc', 'oauth2', 'saml')`)
@Check('identity_provider_oauth2', `(kind = 'oauth2') = (oauth2 IS NOT NULL)`)
@Check('identity_provider_saml', `(kind = 'saml') = (saml IS NOT NULL)`)
@Check('identity_provider_response_mode', `response_mode IN ('form_post')`)
export class IdentityProvider {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'identity_provider_pk' })
  @ForeignKey(() => Domain, { name: 'identity_provider_domain' })
  domainId!: string;

  /** The name by which clients and users refer to it. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'identity_provider_pk', collation: 'C' })
  name!: string;

  @Column('text', { default: 'oidc' })
  kind!: IdentityProviderKind;

  /** Of the kind `oauth2` alone. */
  @Column('jsonb', { nullable: true })
  oauth2!: OAuth2Provider | null;

  /** Of the kind `saml` alone. */
  @Column('jsonb', { nullable: true })
  saml!: SamlProvider | null;

  /** Compared exactly with `iss`; the entity ID of a SAML identity provider. */
  @Column('text')
  issuer!: string;

  /** The domain's `client_id` at the identity provider; its entity ID for SAML. */
  @Column('text')
  clientId!: string;

  /**
   * Encrypted: see identityProviderContext. Null if there is none. For SAML the keys of the domain, as a JSON array of SamlKey: the current
   * one, and the former one, which the identity provider may still use.
   */
  @Column('bytea', { nullable: true })
  clientSecret!: Buffer | null;

  /** Null if `clientSecret` is sent as it is. */
  @Column('jsonb', { nullable: true })
  appleKey!: AppleKey | null;

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

  /** Who types an address of one of them is sent here. A-labels in lower case; each belongs to one provider of the domain. */
  @Column('text', { array: true, default: [] })
  mailDomains!: string[];

  /** Whether such addresses have no other way to sign in. */
  @Column('boolean', { default: false })
  enforceMailDomains!: boolean;

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
