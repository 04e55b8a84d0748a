import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The factors that a user has completed in an authorization request that is not yet answered. */
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

  /** Who has shown themselves. */
  @Column('uuid')
  sub!: string;

  /** The completed factors, each once, in order. */
  @Column('text', { array: true })
  methods!: string[];

  /** The sign-in at the identity provider: `uid` of FederatedLogin. Null: none. */
  @Column('text', { nullable: true })
  federation!: string | null;

  @Column('timestamptz')
  expiresAt!: Date;

  /** The user's epoch when the latest step was shown: see User.signInEpoch. Factors with an older one do not count. */
  @Column('integer', { nullable: true })
  signInEpoch!: number | null;
}
