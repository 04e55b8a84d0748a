import { Column, Entity, ForeignKey, Generated, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A token with which clients may register themselves: RFC 7591 section 3. The token itself is shown once and never stored. */
@Entity()
export class InitialAccessToken {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'initial_access_token_pk' })
  @ForeignKey(() => Domain, { name: 'initial_access_token_domain', onDelete: 'CASCADE' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'initial_access_token_pk' })
  @Generated('uuid')
  id!: string;

  @Column('text')
  name!: string;

  /** SHA-256 of the token. */
  @Column('bytea', { select: false })
  hash!: Buffer;

  /** When the token expires; null if never. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** The number of clients that can register with it; null for any number. */
  @Column('integer', { nullable: true })
  maxUses!: number | null;

  /** The number of clients that have registered with it. */
  @Column('integer', { default: 0 })
  uses!: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
