import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The factors that a user has completed in a pending authorization request. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'sign_in_progress_user', onDelete: 'CASCADE' })
@Index('sign_in_progress_user_index', ['domainId', 'sub'])
@Index('sign_in_progress_expiry', ['domainId', 'expiresAt'])
export class SignInProgress {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sign_in_progress_pk' })
  domainId!: string;

  /** The interaction of oidc-provider. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'sign_in_progress_pk' })
  uid!: string;

  /** The identified user. */
  @Column('uuid')
  sub!: string;

  /** The completed factors in order, without duplicates. */
  @Column('text', { array: true })
  methods!: string[];

  /** The sign-in at the identity provider: `uid` of FederatedLogin. Null without one. */
  @Column('text', { nullable: true })
  federation!: string | null;

  @Column('timestamptz')
  expiresAt!: Date;

  /** The user's epoch at the latest step: see User.signInEpoch. Factors with an older epoch do not count. */
  @Column('integer', { nullable: true })
  signInEpoch!: number | null;
}
