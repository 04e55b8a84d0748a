import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain, type StoredSigningAlgorithm } from '../domain/domain.entity.js';

/** A scope of a resource. */
export interface ResourceScope {
  scope: string;
  /** What the consent page says about it. */
  description: string;
}

/** An API of a domain that tokens are for: RFC 8707. */
@Entity()
@Index('resource_audience', ['domainId', 'audience'], { unique: true })
@Check('resource_token_format', `token_format IN ('Jwt', 'PlainJwt', 'Opaque')`)
@Check('resource_signing_algorithm', `signing_algorithm IN ('RS256', 'PS256', 'ES256', 'EdDSA')`)
export class Resource {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'resource_pk' })
  @ForeignKey(() => Domain, { name: 'resource_domain' })
  domainId!: string;

  /** The operator's name for it. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'resource_pk' })
  resourceId!: string;

  /** The `resource` of requests and the `aud` of tokens. */
  @Column('text')
  audience!: string;

  /** What the consent page calls it. */
  @Column('text')
  name!: string;

  @Column('jsonb')
  scopes!: ResourceScope[];

  /** Seconds; null for those of the client. */
  @Column('integer', { nullable: true })
  accessTokenExpiry!: number | null;

  @Column('text')
  tokenFormat!: 'Jwt' | 'PlainJwt' | 'Opaque';

  /** What signs its tokens; null for what the client or the domain has chosen. */
  @Column('text', { nullable: true })
  signingAlgorithm!: StoredSigningAlgorithm | null;

  /** Whether a user's token has only the scopes that the user's roles permit, and tokens name roles. */
  @Column('boolean')
  enforceRoles!: boolean;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}
