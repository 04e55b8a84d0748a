import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Subscription } from '../subscription/subscription.entity.js';
import type { QuotaPeriod } from './client-token-budget.entity.js';

/** How many tokens of a subscription's quota replicas have leased in the current window: as ClientTokenBudget. */
@Entity()
@Check('subscription_token_budget_period', `period IN ('minute', 'day')`)
export class SubscriptionTokenBudget {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'subscription_token_budget_pk' })
  @ForeignKey(() => Subscription, { name: 'subscription_token_budget_subscription', onDelete: 'CASCADE' })
  subscriptionId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'subscription_token_budget_pk' })
  period!: QuotaPeriod;

  @Column('timestamptz')
  windowStart!: Date;

  @Column('integer')
  leased!: number;

  @Column('integer')
  lastLease!: number;

  @Column('integer')
  refusals!: number;
}
