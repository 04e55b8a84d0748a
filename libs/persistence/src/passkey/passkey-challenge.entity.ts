import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';
import { User } from '../user/user.entity.js';

/** The purpose of a challenge: the two ceremonies of WebAuthn. */
export type ChallengePurpose = 'registration' | 'authentication';

/** A challenge that an authenticator has received and not signed yet. Its first use removes it. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'passkey_challenge_user', onDelete: 'CASCADE' })
@Index('passkey_challenge_user_index', ['domainId', 'sub'])
@Index('passkey_challenge_expiry', ['domainId', 'expiresAt'])
@Index('passkey_challenge_slot', ['domainId', 'slot'], { unique: true, where: 'slot IS NOT NULL' })
@Check('passkey_challenge_purpose', `purpose IN ('registration', 'authentication')`)
export class PasskeyChallenge {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkey_challenge_pk' })
  @ForeignKey(() => Domain, { name: 'passkey_challenge_domain' })
  domainId!: string;

  /** 32 random octets. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'passkey_challenge_pk' })
  challenge!: Buffer;

  @Column('text')
  purpose!: ChallengePurpose;

  /** The only user who may answer it; null for any user of the domain with a passkey. */
  @Column('uuid', { nullable: true })
  sub!: string | null;

  @Column('timestamptz')
  expiresAt!: Date;

  /** See BoundedRowsOptions. */
  @Column('integer', { nullable: true })
  slot!: number | null;
}
