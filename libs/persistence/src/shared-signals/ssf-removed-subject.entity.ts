import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SsfStream } from './ssf-stream.entity.js';

/** A user whose events a stream omits: OpenID SSF 1.0 section 8.1.3.3. */
@Entity('ssf_removed_subject')
@ForeignKey(() => SsfStream, ['domainId', 'streamId'], ['domainId', 'id'], { name: 'ssf_removed_subject_stream', onDelete: 'CASCADE' })
export class SsfRemovedSubject {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_removed_subject_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_removed_subject_pk' })
  streamId!: string;

  /** The `sub` of the user, without a foreign key, because the stream must not get the user's deletion either. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_removed_subject_pk' })
  subject!: string;
}
