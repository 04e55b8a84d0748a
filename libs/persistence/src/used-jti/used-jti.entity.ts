import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The `jti` (RFC 7519 section 4.1.7) of a single-use JWT, kept as long as the JWT could be accepted. */
@Entity()
@Index('used_jti_expiry', ['expiresAt'])
export class UsedJti {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'used_jti_pk' })
  @ForeignKey(() => Domain, { name: 'used_jti_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** SHA-256 of the kind of JWT, its sender and its `jti`, because each sender chooses the `jti` independently. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'used_jti_pk' })
  hash!: Buffer;

  @Column('timestamptz')
  expiresAt!: Date;
}
