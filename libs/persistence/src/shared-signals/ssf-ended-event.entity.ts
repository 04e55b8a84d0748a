import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { SsfEventContent } from './ssf-event-content.js';
import { SsfStream } from './ssf-stream.entity.js';

/** `failed`: the receiver refused it, so it is not sent again unless an operator replays it. */
export type SsfEndedEventStatus = 'delivered' | 'failed';

/**
 * An event that its receiver has accepted or refused, for operators to see and replay. It is not a status of `ssf_event`, because earlier
 * releases send every row of that table.
 */
@Entity('ssf_ended_event')
@Index('ssf_ended_event_position', ['domainId', 'streamId', 'position'])
@Index('ssf_ended_event_age', ['endedAt'])
@Index('ssf_ended_event_change', ['domainId', 'changeEntryId'], { where: 'change_entry_id IS NOT NULL' })
@Check('ssf_ended_event_status', `status IN ('delivered', 'failed')`)
@ForeignKey(() => SsfStream, ['domainId', 'streamId'], ['domainId', 'id'], { name: 'ssf_ended_event_stream', onDelete: 'CASCADE' })
export class SsfEndedEvent extends SsfEventContent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_ended_event_pk' })
  domainId!: string;

  /** The `jti`. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_ended_event_pk' })
  @Generated('uuid')
  id!: string;

  @Column('text')
  status!: SsfEndedEventStatus;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  endedAt!: Date;
}
