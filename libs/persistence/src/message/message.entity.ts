import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The channel of a message. */
export type Channel = 'email' | 'sms';
/** Only `waiting` changes to another state, and only then the content exists. */
export type MessageState = 'waiting' | 'sent' | 'expired' | 'failed';

/** A message to a user. The row is the job of sending it. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'message_user', onDelete: 'CASCADE' })
@Index('message_user_index', ['domainId', 'sub'])
@Index('message_due', ['nextAttemptAt'], { where: `state = 'waiting'` })
@Index('message_expiry', ['expiresAt'])
@Index('message_failed', ['domainId'], { where: `state IN ('failed', 'expired')` })
@Check('message_channel', `channel IN ('email', 'sms')`)
@Check('message_state', `state IN ('waiting', 'sent', 'expired', 'failed')`)
@Check('message_encrypted', `(encrypted IS NOT NULL) = (state = 'waiting')`)
export class Message {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_pk' })
  id!: string;

  /** Null: the recipient is no user yet. */
  @Column('uuid', { nullable: true })
  sub!: string | null;

  @Column('text')
  channel!: Channel;

  /** Recipient and content, encrypted with the master key, because a link is equivalent to a password. Deleted when no longer needed. */
  @Column('bytea', { nullable: true })
  encrypted!: Buffer | null;

  @Column('text', { default: 'waiting' })
  state!: MessageState;

  /** The number of attempts that have started. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** The message is not sent before this time, because it is being sent or waits for its retry. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  nextAttemptAt!: Date;

  /** The lease of the last attempt. Only its holder may postpone the next one. */
  @Column('uuid', { nullable: true })
  leaseId!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** When the message expires. */
  @Column('timestamptz')
  expiresAt!: Date;

  /** The trace of the request that caused it (W3C Trace Context), which its job continues. */
  @Column('text', { nullable: true })
  traceparent!: string | null;
}
