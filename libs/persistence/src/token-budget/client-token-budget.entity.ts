import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from '../client/client.entity.js';

/** The periods of a token quota. Their windows begin with the minutes and days of UTC, by the clock of the database. */
export type QuotaPeriod = 'minute' | 'day';

/** How many tokens of a client's quota replicas have leased in the current window: one row for each period, overwritten in each window. */
@Entity()
@Check('client_token_budget_period', `period IN ('minute', 'day')`)
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], { name: 'client_token_budget_client', onDelete: 'CASCADE' })
export class ClientTokenBudget {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_token_budget_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_token_budget_pk' })
  clientId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_token_budget_pk' })
  period!: QuotaPeriod;

  @Column('timestamptz')
  windowStart!: Date;

  /** Tokens leased in this window. A replica that dies takes the rest of its lease with it. */
  @Column('integer')
  leased!: number;

  /** The size of the last lease, for the statement that has taken it. */
  @Column('integer')
  lastLease!: number;

  /** How often a replica found the quota used up in this window. */
  @Column('integer')
  refusals!: number;
}
