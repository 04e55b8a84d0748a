import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A sign-in at an identity provider, kept as long as a session that starts with it can last. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'federated_login_user', onDelete: 'CASCADE' })
@Index('federated_login_user_index', ['domainId', 'sub'])
@Index('federated_login_sid', ['domainId', 'provider', 'sid'], { where: 'sid IS NOT NULL' })
@Index('federated_login_expiry', ['domainId', 'expiresAt'])
export class FederatedLogin {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'federated_login_pk' })
  domainId!: string;

  /** Identifies the sign-in. Another one in the same interaction has another id. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'federated_login_pk' })
  uid!: string;

  /** Our user. */
  @Column('uuid')
  sub!: string;

  /** The name of the provider. */
  @Column({ type: 'text', collation: 'C' })
  provider!: string;

  /** `iss` of the ID token. */
  @Column('text')
  issuer!: string;

  /** The session id at the identity provider: OpenID Connect Back-Channel Logout 1.0 section 2.1. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  sid!: string | null;

  /** Encrypted: the id_token_hint for the logout at the identity provider. Null if it was too long to store. */
  @Column('bytea', { nullable: true })
  idToken!: Buffer | null;

  @Column('timestamptz')
  expiresAt!: Date;
}
