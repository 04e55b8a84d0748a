import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The changed attributes of a log entry's user, stored once for the events of all streams, until the last of these events is removed. */
@Entity('ssf_change')
export class SsfChange {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ssf_change_pk' })
  @ForeignKey(() => Domain, { name: 'ssf_change_domain' })
  domainId!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'ssf_change_pk' })
  entryId!: string;

  /** The `sub` of the user. */
  @Column('uuid')
  sub!: string;

  @Column('text')
  commitment!: string;

  /** Encrypted with the user's key. */
  @Column('bytea')
  encrypted!: Buffer;

  /** The month of the key. */
  @Column('date')
  keyMonth!: string;
}
