import { Column } from 'typeorm';

/** The columns of pending and ended events. */
export abstract class SsfEventContent {
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

  /** How often it was pushed, or returned to polls. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { nullable: true })
  lastAttemptAt!: Date | null;

  /** Where it was last pushed to, like the next two columns; null for polls. */
  @Column('text', { nullable: true })
  endpoint!: string | null;

  /** Null without an answer. */
  @Column('integer', { nullable: true })
  responseStatus!: number | null;

  @Column('integer', { nullable: true })
  durationMs!: number | null;

  /** A sentence for the operator; null if the last attempt did not fail. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** The beginning of what the receiver answered to a push that failed, or its `setErrs` in a poll. */
  @Column('text', { nullable: true })
  responseBody!: string | null;

  /** When an operator last sent it again. */
  @Column('timestamptz', { nullable: true })
  replayedAt!: Date | null;
}
