import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A log entry for which webhooks may be waiting. A trigger writes it with the entry, if the domain has an enabled webhook. */
@Entity('webhook_outbox')
@Index('webhook_outbox_entry', ['entryId'])
@Index('webhook_outbox_waiting', ['domainId', 'entryId'], { where: 'set_aside_at IS NULL' })
@Index('webhook_outbox_set_aside', ['domainId', 'entryId'], { where: 'set_aside_at IS NOT NULL' })
export class WebhookOutboxEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_outbox_pk' })
  @ForeignKey(() => Domain, { name: 'webhook_outbox_domain' })
  domainId!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'webhook_outbox_pk' })
  entryId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** The changed attributes of its user, encrypted with the user's key, if a stream of security events may request the values. */
  @Column('bytea', { nullable: true })
  encryptedChanges!: Buffer | null;

  /** The month of the key. */
  @Column('date', { nullable: true })
  keyMonth!: string | null;

  /** The commitment to them. */
  @Column('text', { nullable: true })
  changesCommitment!: string | null;

  /** How often the entry alone could not be assigned. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** The last reason. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** When it was set aside after several failures; it waits for an operator. */
  @Column('timestamptz', { nullable: true })
  setAsideAt!: Date | null;
}
