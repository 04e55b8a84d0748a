import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain, type StoredSigningAlgorithm } from '../domain/domain.entity.js';

/**
 * A domain's key pair for one algorithm. It is published from `createdAt`, signs from `signsFrom` until a newer key of its algorithm does,
 * and stays published until the last token that it signed has expired.
 */
@Entity()
@Check('signing_key_algorithm', `algorithm IN ('RS256', 'PS256', 'ES256', 'EdDSA')`)
export class SigningKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'signing_key_pk' })
  @ForeignKey(() => Domain, { name: 'signing_key_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'signing_key_pk' })
  kid!: string;

  @Column('text')
  algorithm!: StoredSigningAlgorithm;

  /** RFC 7517. */
  @Column('jsonb')
  publicJwk!: Record<string, unknown>;

  /** PKCS #8, encrypted with the master key and bound to the domain and the key id. */
  @Column('bytea')
  privateKey!: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz')
  signsFrom!: Date;
}
