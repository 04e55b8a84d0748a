import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/**
 * A key pair of one domain. It is published from `createdAt`, signs from `signsFrom` until a newer one does,
 * and stays published until the last token that it signed has expired.
 */
@Entity()
@Check('signing_key_algorithm', `algorithm IN ('ES256', 'RS256', 'EdDSA')`)
export class SigningKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'signing_key_pk' })
  @ForeignKey(() => Domain, { name: 'signing_key_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'signing_key_pk' })
  kid!: string;

  /** JWS `alg`: RFC 7518 section 3.1. */
  @Column('text')
  algorithm!: 'ES256' | 'RS256' | 'EdDSA';

  /** RFC 7517. */
  @Column('jsonb')
  publicJwk!: Record<string, unknown>;

  /** PKCS #8, encrypted by the master key with the domain and the key id bound in. */
  @Column('bytea')
  privateKey!: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz')
  signsFrom!: Date;
}
