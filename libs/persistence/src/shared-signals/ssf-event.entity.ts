import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { SsfStream } from './ssf-stream.entity.js';

/** An event that the receiver of a stream has not acknowledged. It is signed each time it is sent. */
@Entity('ssf_event')
@Index('ssf_event_position', ['domainId', 'streamId', 'position'])
@Index('ssf_event_age', ['createdAt'])
@Index('ssf_event_change', ['domainId', 'changeEntryId'], { where: 'change_entry_id IS NOT NULL' })
@ForeignKey(() => SsfStream, ['domainId', 'streamId'], ['domainId', 'id'], { name: 'ssf_event_stream', onDelete: 'CASCADE' })
export class SsfEvent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_event_pk' })
  domainId!: string;

  /** The `jti`, which stays the same each time it is sent. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_event_pk' })
  @Generated('uuid')
  id!: string;

  @Column('uuid')
  streamId!: string;

  /** The order of the events of a stream. */
  @Column('bigint', { default: () => `nextval('revision')` })
  position!: string;

  /** The URI of its type. */
  @Column('text')
  eventType!: string;

  /** The `sub` of the user that it is about, or the id that stands for it (see userIdOf); null if it is about the stream. */
  @Column('uuid', { nullable: true })
  subject!: string | null;

  /** The `sub` of the user if `subject` only stands for it, otherwise null. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  subText!: string | null;

  /** The value of its type in `events`, or a commitment to the value if it contains attribute values. */
  @Column('jsonb')
  payload!: Record<string, unknown>;

  /**
   * The value of its type in `events` and the identifier of its subject, encrypted with the user's key, as earlier releases stored them.
   * Empty if the values are in `ssf_change`: earlier releases then cannot read the event, and leave it to this one.
   */
  @Column('bytea', { nullable: true })
  encryptedPayload!: Buffer | null;

  /** The log entry whose `ssf_change` contains its values; null if it has none. */
  @Column('bigint', { nullable: true })
  changeEntryId!: string | null;

  /** The attributes whose values the receiver gets. */
  @Column('text', { array: true, nullable: true })
  changeAttributes!: string[] | null;

  /** The month of the key. */
  @Column('date', { nullable: true })
  keyMonth!: string | null;

  /** Identifies the cause: RFC 8417 section 2.2. */
  @Column('text')
  txn!: string;

  /** The `traceparent` header of the request that caused it, which a push continues. */
  @Column('text', { nullable: true })
  traceparent!: string | null;

  /** Its `iat`. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
