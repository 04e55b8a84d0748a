import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A user's authenticator app, which generates time-based one-time passwords: RFC 6238. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'totp_user', onDelete: 'CASCADE' })
export class Totp {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'totp_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'totp_pk' })
  sub!: string;

  /** The shared secret, encrypted; null until a code has confirmed one. */
  @Column('bytea', { nullable: true })
  secret!: Buffer | null;

  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  /** The newest time step for which a code was accepted. Neither this nor an older one is accepted again. */
  @Column('bigint')
  lastStep!: string;

  /** The number of consecutive wrong codes. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** Until this time no code is checked, after too many wrong ones. */
  @Column('timestamptz', { nullable: true })
  lockedUntil!: Date | null;

  /** The same two values for browsers in which the user has signed in before. */
  @Column('integer', { default: 0 })
  knownFailures!: number;

  @Column('timestamptz', { nullable: true })
  knownLockedUntil!: Date | null;

  /** A secret that no code has confirmed yet, encrypted. Once confirmed, it replaces the current one. */
  @Column('bytea', { nullable: true })
  pendingSecret!: Buffer | null;

  @Column('timestamptz', { nullable: true })
  pendingUntil!: Date | null;
}
