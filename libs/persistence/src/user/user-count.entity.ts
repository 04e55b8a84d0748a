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
