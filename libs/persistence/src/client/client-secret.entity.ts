import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Client } from './client.entity.js';

/** A secret of a confidential client. The secret itself is shown once and never stored. */
@Entity()
@Index('client_secret_expiry', ['expiresAt'], { where: 'expires_at IS NOT NULL' })
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], { name: 'client_secret_client', onDelete: 'CASCADE' })
export class ClientSecret {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_secret_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_secret_pk' })
  clientId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_secret_pk' })
  @Generated('uuid')
  id!: string;

  /** SHA-256 of the secret. */
  @Column('bytea', { select: false })
  hash!: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** When the secret expires; null if never. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;
}
