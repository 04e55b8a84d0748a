import { Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { SsfEventContent } from './ssf-event-content.js';
import { SsfStream } from './ssf-stream.entity.js';

/** An event that the receiver of a stream has not acknowledged. It is signed each time it is sent. */
@Entity('ssf_event')
@Index('ssf_event_position', ['domainId', 'streamId', 'position'])
@Index('ssf_event_age', ['createdAt'])
@Index('ssf_event_change', ['domainId', 'changeEntryId'], { where: 'change_entry_id IS NOT NULL' })
@ForeignKey(() => SsfStream, ['domainId', 'streamId'], ['domainId', 'id'], { name: 'ssf_event_stream', onDelete: 'CASCADE' })
export class SsfEvent extends SsfEventContent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_event_pk' })
  domainId!: string;

  /** The `jti`, which stays the same each time it is sent. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_event_pk' })
  @Generated('uuid')
  id!: string;
}
