import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The data that an operator stores about a user by name: OpenID Connect claims and anything else. */
export type Attributes = Record<string, unknown>;

/** A person who signs in to a domain. Texts are compared by their octets, independent of any locale. */
@Entity('end_user')
@Index('end_user_username', ['domainId', 'usernameKey'], { unique: true })
@Index('end_user_order', ['domainId', 'block', 'createdAt', 'sub'])
@Index('end_user_provider', ['domainId', 'identityProvider', 'block', 'createdAt', 'sub'])
@Index('end_user_upstream', ['domainId', 'identityProvider', 'upstreamIssuer', 'upstreamSub'], {
  unique: true,
  where: 'upstream_sub IS NOT NULL',
})
@Index('end_user_search', { synchronize: false })
@Index('end_user_attribute', { synchronize: false })
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'end_user_pk' })
  @ForeignKey(() => Domain, { name: 'end_user_domain' })
  domainId!: string;

  /** The `sub` (OpenID Connect Core section 2), or the id that stands for it: see userIdOf. Random, unless an operator has chosen it. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'end_user_pk' })
  @Generated('uuid')
  sub!: string;

  /** The `sub` if `sub` only stands for it, otherwise null. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  subText!: string | null;

  /** The user's position in the order of the domain's users: see USERS_PER_SEARCH_BLOCK. */
  @Column('integer')
  block!: number;

  /** Whether the user may sign in. */
  @Column('boolean', { default: true })
  active!: boolean;

  /** The name of the identity provider that authenticates the user; `local` for users without one. */
  @Column({ type: 'text', collation: 'C' })
  identityProvider!: string;

  /** The normalized `preferred_username`, which is unique: see normalizeUsername. */
  @Column({ type: 'text', collation: 'C' })
  usernameKey!: string;

  /** The searched text: see buildSearchText. */
  @Column({ type: 'text', collation: 'C' })
  searchText!: string;

  /** Every attribute by its name, including `preferred_username` and `name`. */
  @Column('jsonb')
  attributes!: Attributes;

  /** The issuer and the `sub` of the user at the identity provider; null for a local user. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  upstreamIssuer!: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  upstreamSub!: string | null;

  /** The names of the verified flags that come from the identity provider. */
  @Column('text', { array: true, default: [] })
  vouchedFor!: string[];

  /** Increases when all sessions of the user are ended, so that sign-ins that began before yield no session and no grant. */
  @Column('integer', { default: 0 })
  signInEpoch!: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;

  /** Null if the user has not signed in since this is stored. */
  @Column('timestamptz', { nullable: true })
  lastSignInAt!: Date | null;
}
