import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A part of the number of a domain's users. Several rows share the number, so that users made at once need not wait for one another. */
@Entity()
export class UserCount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_count_pk' })
  @ForeignKey(() => Domain, { name: 'user_count_domain' })
  domainId!: string;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'user_count_pk' })
  shard!: number;

  /** May be negative: only the sum means something. */
  @Column('bigint')
  users!: string;
}
