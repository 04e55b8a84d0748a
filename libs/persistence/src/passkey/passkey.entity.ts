import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A WebAuthn credential of a user, bound to the host of the domain. Web Authentication Level 3 section 4, "credential record". */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'passkey_user', onDelete: 'CASCADE' })
@Index('passkey_credential', ['domainId', 'credentialId'], { unique: true })
@Index('passkey_user_index', ['domainId', 'sub'])
export class Passkey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkey_pk' })
  domainId!: string;

  /** Identifies the passkey in URLs; authenticators use its credential id. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkey_pk' })
  @Generated('uuid')
  id!: string;

  @Column('uuid')
  sub!: string;

  /** Chosen by the authenticator, at most 1,023 octets. */
  @Column('bytea')
  credentialId!: Buffer;

  /** In COSE format: RFC 9052 section 7. */
  @Column('bytea')
  publicKey!: Buffer;

  /** The signature counter at its last use. Always zero if the authenticator has none. */
  @Column('bigint')
  signCount!: string;

  /** How the browser can reach the authenticator: hints from the authenticator. */
  @Column('text', { array: true })
  transports!: string[];

  /** The model of the authenticator, if known. */
  @Column('uuid')
  aaguid!: string;

  /** Whether it may ever leave the device on which it was created; fixed at its creation. */
  @Column('boolean')
  backupEligible!: boolean;

  @Column('boolean')
  backedUp!: boolean;

  /** The owner's name for it. */
  @Column('text')
  name!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
