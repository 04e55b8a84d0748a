import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** What is known of a sign-in by an identity provider, for as long as a session that begins with it can last. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'federated_login_user', onDelete: 'CASCADE' })
@Index('federated_login_user_index', ['domainId', 'sub'])
@Index('federated_login_sid', ['domainId', 'provider', 'sid'], { where: 'sid IS NOT NULL' })
@Index('federated_login_expiry', ['domainId', 'expiresAt'])
export class FederatedLogin {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'federated_login_pk' })
  domainId!: string;

  /** Names the sign-in: another one in the same interaction has another name. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'federated_login_pk' })
  uid!: string;

  /** Our user. */
  @Column('uuid')
  sub!: string;

  /** The name of the provider. */
  @Column({ type: 'text', collation: 'C' })
  provider!: string;

  /** `iss` of the id token. */
  @Column('text')
  issuer!: string;

  /** What the provider calls its session: OpenID Connect Back-Channel Logout 1.0 section 2.1. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  sid!: string | null;

  /** Sealed; it is the hint by which the provider's session is ended. Null: it was too long to be kept. */
  @Column('bytea', { nullable: true })
  idToken!: Buffer | null;

  @Column('timestamptz')
  expiresAt!: Date;
}
