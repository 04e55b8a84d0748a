import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A part of the number of a domain's users. Several rows share the number, so that concurrent creations need not wait for one another. */
@Entity()
export class UserCount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_count_pk' })
  @ForeignKey(() => Domain, { name: 'user_count_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'user_count_pk', collation: 'C' })
  identityProvider!: string;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'user_count_pk' })
  shard!: number;

  /** How many there are. May be negative: only the sum counts. */
  @Column('bigint')
  users!: string;

  /** How many were ever created: it never decreases, so that a new user comes after all others. */
  @Column('bigint')
  made!: string;
}

/** Rows that share the count of the users of a domain and provider. */
const COUNT_SHARDS = 16;

/** Changes the number of users of a domain and provider. $1: domain id, $2: provider, $3: the difference, negative for removed users. */
export const ADD_TO_COUNT = `
  INSERT INTO user_count (domain_id, identity_provider, shard, users, made)
  VALUES ($1, $2, floor(random() * ${COUNT_SHARDS}), $3::bigint, greatest($3::bigint, 0)) ON CONFLICT (domain_id, identity_provider, shard)
  DO UPDATE SET users = user_count.users + EXCLUDED.users, made = user_count.made + EXCLUDED.made`;

/**
 * The users of a domain are divided into blocks, in order of creation. Lists have this order, and a search goes from block to block until
 * its page is full. So it stays fast with many matches, and skips none.
 */
export const USERS_PER_BLOCK = 16_384;

/** The block of the domain $1 that is being filled. */
export const LAST_BLOCK = `(SELECT div(coalesce(sum(made), 0), ${USERS_PER_BLOCK})::integer FROM user_count WHERE domain_id = $1)`;
