import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The counted events: access tokens of a client, successful sign-ins by a method, or active users. */
export type UsageKind = 'token' | 'sign_in' | 'active_user';

/** The usage of a domain on one day: one row for each client, each method and the active users, instead of one per event. */
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

  /** The id of the client, which may since have been deleted, or the method; empty for active users. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'usage_count_pk' })
  subject!: string;

  @Column('bigint')
  count!: string;
}
