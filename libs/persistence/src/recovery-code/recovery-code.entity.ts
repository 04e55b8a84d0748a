import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A code that signs its user in once, for when everything else is lost. The code itself is shown once and never stored. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'recovery_code_user', onDelete: 'CASCADE' })
export class RecoveryCode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'recovery_code_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'recovery_code_pk' })
  sub!: string;

  /** SHA-256 of the code with its domain and user. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'recovery_code_pk' })
  hash!: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}
