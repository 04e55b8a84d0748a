import { STREAM_SIGNALS } from '@latchkey/events';
import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../client/client.entity.js';

/** The status of a stream: OpenID SSF 1.0 section 8.1.2. A paused stream keeps its events, a disabled one has none. */
export type SsfStreamStatus = 'enabled' | 'paused' | 'disabled';

/** The stream of a client, which has at most one: OpenID SSF 1.0 section 8.1.1. */
@Entity('ssf_stream')
@Index('ssf_stream_due', ['nextAttemptAt'], { where: 'next_attempt_at IS NOT NULL' })
@Index('ssf_stream_owner', ['domainId', 'clientId'], { unique: true })
@Check('ssf_stream_status', `status IN ('enabled', 'paused', 'disabled')`)
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], { name: 'ssf_stream_client', onDelete: 'CASCADE' })
export class SsfStream {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_stream_pk' })
  domainId!: string;

  /** `stream_id`. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_stream_pk' })
  @Generated('uuid')
  id!: string;

  @Column('text')
  clientId!: string;

  /** URIs of event types. */
  @Column('text', { array: true })
  eventsRequested!: string[];

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { default: 'enabled' })
  status!: SsfStreamStatus;

  @Column('text', { nullable: true })
  statusReason!: string | null;

  /** Where events are pushed (RFC 8935); null if the client polls. */
  @Column('text', { nullable: true })
  pushEndpoint!: string | null;

  /** The `Authorization` header of pushes, encrypted with the master key. */
  @Column('bytea', { nullable: true })
  authorizationHeader!: Buffer | null;

  /** The number of failed pushes since the last success. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** When the first of these pushes failed. */
  @Column('timestamptz', { nullable: true })
  failingSince!: Date | null;

  /** When its oldest event is due; null if none waits, or it waits for a poll. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt!: Date | null;

  /** Counts the leases, so that a worker notices that another one has replaced it. */
  @Column('integer', { default: 0 })
  leases!: number;

  /** The latest end of the current worker's lease. */
  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  /** When the client last requested a verification event. */
  @Column('timestamptz', { nullable: true })
  verifiedAt!: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}

/**
 * A condition on rows of `ssf_stream` and an event of it: the event may be sent. A paused stream sends only what became of it, because its
 * receiver must learn that it is paused (OpenID SSF 1.0 section 8.1.5).
 */
export function isSendable(event: string, stream = 'ssf_stream'): string {
  return `(${stream}.status <> 'paused' OR ${event}.event_type = '${STREAM_SIGNALS.streamUpdated}')`;
}

/** A condition on a row of `ssf_stream`: an event can be sent. */
export const HAS_PENDING = `EXISTS (SELECT FROM ssf_event AS pending
  WHERE pending.domain_id = ssf_stream.domain_id AND pending.stream_id = ssf_stream.id AND ${isSendable('pending')})`;

/** A condition on a row of `ssf_stream`: its events are pushed. Events of a disabled stream say that it was disabled. */
export const IS_PUSHING = 'push_endpoint IS NOT NULL';
