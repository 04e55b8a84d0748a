import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Webhook } from './webhook.entity.js';

/** `failed`: not retried unless an operator replays it. */
export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event for one webhook. Its content stays in the log. */
@Entity()
@Index('webhook_delivery_position', ['domainId', 'webhookId', 'position'])
@Index('webhook_delivery_pending', ['domainId', 'webhookId', 'position'], { where: `status = 'pending'` })
@Index('webhook_delivery_age', ['occurredAt'], { where: `status <> 'pending'` })
@Check('webhook_delivery_status', `status IN ('pending', 'delivered', 'failed')`)
@ForeignKey(() => Webhook, ['domainId', 'webhookId'], ['domainId', 'id'], { name: 'webhook_delivery_webhook', onDelete: 'CASCADE' })
export class WebhookDelivery {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_delivery_pk' })
  domainId!: string;

  /** The `webhook-id` of the request, which is the same in each attempt. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_delivery_pk' })
  @Generated('uuid')
  id!: string;

  @Column('uuid')
  webhookId!: string;

  /** The order of the deliveries of a webhook. */
  @Column('bigint', { default: () => `nextval('revision')` })
  position!: string;

  /** The log entry; null for a checkpoint or a test. */
  @Column('bigint', { nullable: true })
  entryId!: string | null;

  /** The position of the checkpoint to send; null for anything else. */
  @Column('bigint', { nullable: true })
  checkpointSequence!: string | null;

  @Column('text')
  eventType!: string;

  @Column('text', { default: 'pending' })
  status!: WebhookDeliveryStatus;

  /** The number of completed attempts. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** The time of the event. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  occurredAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastAttemptAt!: Date | null;

  /** The response status of the last attempt, like the next two columns; null without a response. */
  @Column('integer', { nullable: true })
  responseStatus!: number | null;

  @Column('integer', { nullable: true })
  durationMs!: number | null;

  /** A sentence for the operator; null if the last attempt succeeded. */
  @Column('text', { nullable: true })
  error!: string | null;
}
