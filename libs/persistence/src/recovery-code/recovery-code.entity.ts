import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/**
 * A code that signs its user in once, as a last resort. Until the user has confirmed it, for at most a few minutes, the code itself is also
 * stored, encrypted.
 */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'recovery_code_user', onDelete: 'CASCADE' })
@Index('recovery_code_shown', ['shownUntil'], { where: 'shown_until IS NOT NULL' })
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

  /** The code, encrypted with the master key; null once the user has confirmed it, or its time is over. */
  @Column('bytea', { nullable: true })
  encrypted!: Buffer | null;

  /** The sign-in or session that created it and may show it. */
  @Column('text', { nullable: true })
  shownIn!: string | null;

  @Column('timestamptz', { nullable: true })
  shownUntil!: Date | null;
}
