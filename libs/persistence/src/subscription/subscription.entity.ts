import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** How much a subscription may have; null for no limit. */
export interface SubscriptionQuota {
  domains: number | null;
  clients: number | null;
  users: number | null;
  /** Access tokens of all its domains in a day of UTC. */
  tokensPerDay: number | null;
}

/** The owner of API keys and domains. */
@Entity()
@Unique('subscription_name', ['name'])
export class Subscription {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'subscription_pk' })
  id!: string;

  @Column('text')
  name!: string;

  /** Null without limits. */
  @Column('jsonb', { nullable: true })
  quota!: SubscriptionQuota | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
