import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../client/client.entity.js';

/** The status of a stream: OpenID SSF 1.0 section 8.1.2. A paused stream keeps its events, a disabled one has none. */
export type SsfStreamStatus = 'enabled' | 'paused' | 'disabled';

/** The stream of a client: OpenID SSF 1.0 section 8.1.1. A client has one at most. */
@Entity('ssf_stream')
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

  /** When the client last requested a verification event. */
  @Column('timestamptz', { nullable: true })
  verifiedAt!: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
