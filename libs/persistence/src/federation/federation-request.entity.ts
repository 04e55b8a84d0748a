import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A user who was redirected to an identity provider: OpenID Connect Core section 3.1.2.1. */
@Entity()
@Index('federation_request_expiry', ['domainId', 'expiresAt'])
@Index('federation_request_slot', ['domainId', 'slot'], { unique: true, where: 'slot IS NOT NULL' })
export class FederationRequest {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'federation_request_pk' })
  @ForeignKey(() => Domain, { name: 'federation_request_domain' })
  domainId!: string;

  /** SHA-256 of `state`. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'federation_request_pk' })
  stateHash!: Buffer;

  /** SHA-256 of the secret that the browser keeps and sends. */
  @Column('bytea')
  browserHash!: Buffer;

  /** The name of the provider. */
  @Column({ type: 'text', collation: 'C' })
  provider!: string;

  /** The provider's issuer at the time of the request. */
  @Column('text')
  issuer!: string;

  /** The pending interaction of oidc-provider. */
  @Column('text')
  uid!: string;

  /** The client of the authorization request. */
  @Column('text')
  clientId!: string;

  /** Maximum age in seconds of the sign-in at the identity provider. */
  @Column('integer', { nullable: true })
  maxAge!: number | null;

  @Column('timestamptz')
  expiresAt!: Date;

  /** See BoundedRowsOptions. */
  @Column('integer', { nullable: true })
  slot!: number | null;

  /** When a response arrived, which is possible once. */
  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}
