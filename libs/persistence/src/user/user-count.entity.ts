import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A part of the number of a domain's users. Several rows share the number, so that concurrent creations need not wait for each other. */
@Entity()
export class UserCount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_count_pk' })
  @ForeignKey(() => Domain, { name: 'user_count_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'user_count_pk', collation: 'C' })
  identityProvider!: string;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'user_count_pk' })
  shard!: number;

  /** A share of the number, which may be negative because only the sum counts. */
  @Column('bigint')
  users!: string;

  /** The number of users ever created. It never decreases, so that a new user comes after all others. */
  @Column('bigint')
  made!: string;
}

/** The number of rows that share the user count of a domain and identity provider. */
const COUNT_SHARDS = 16;

/**
 * Changes the number of users of a domain and identity provider. $1: domain id, $2: identity provider, $3: the difference, negative for
 * removed users.
 */
export const ADD_TO_COUNT = `
  INSERT INTO user_count (domain_id, identity_provider, shard, users, made)
  VALUES ($1, $2, floor(random() * ${COUNT_SHARDS}), $3::bigint, greatest($3::bigint, 0)) ON CONFLICT (domain_id, identity_provider, shard)
  DO UPDATE SET users = user_count.users + EXCLUDED.users, made = user_count.made + EXCLUDED.made`;

/**
 * A domain's users are divided into blocks in order of creation. Lists have this order, and a search goes from block to block until its
 * page is full. So it stays fast with many matches, and skips none.
 */
export const USERS_PER_SEARCH_BLOCK = 16_384;

/** The current block of the domain $1. */
export const LAST_SEARCH_BLOCK = `(SELECT div(coalesce(sum(made), 0), ${USERS_PER_SEARCH_BLOCK})::integer FROM user_count WHERE domain_id = $1)`;
