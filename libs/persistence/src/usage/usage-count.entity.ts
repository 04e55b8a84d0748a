import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** What is counted: access tokens of a client, successful sign-ins by a method, or users that were active. */
export type UsageKind = 'token' | 'sign_in' | 'active_user';

/** How much a domain was used on one day: one row for each client, each method and the active users, not one for each event. */
@Entity()
@Check('usage_count_kind', `kind IN ('token', 'sign_in', 'active_user')`)
export class UsageCount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'usage_count_pk' })
  @ForeignKey(() => Domain, { name: 'usage_count_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** In UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'usage_count_pk' })
  day!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'usage_count_pk' })
  kind!: UsageKind;

  /** The id of the client, which may be deleted by now, or the method; empty for active users. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'usage_count_pk' })
  subject!: string;

  @Column('bigint')
  count!: string;
}
