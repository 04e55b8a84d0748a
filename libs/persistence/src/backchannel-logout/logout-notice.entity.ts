import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { BackchannelLogout } from './backchannel-logout.entity.js';

/** A logout notice for one client. The row is deleted when the client has confirmed it, or the service gives up. */
@Entity()
@Index('logout_notice_client_index', ['domainId', 'clientId'])
@Index('logout_notice_due', ['nextAttemptAt'])
@ForeignKey(() => BackchannelLogout, ['domainId', 'clientId'], ['domainId', 'clientId'], {
  name: 'logout_notice_client',
  onDelete: 'CASCADE',
})
export class LogoutNotice {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'logout_notice_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'logout_notice_pk' })
  @Generated('uuid')
  id!: string;

  @Column('text')
  clientId!: string;

  /** The user of the session, who may no longer exist. */
  @Column('uuid')
  sub!: string;

  /** The `sub` if `sub` only stands for it, otherwise null: see userIdOf. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  subText!: string | null;

  /** The client's `sid` of the session. */
  @Column('text', { nullable: true })
  sid!: string | null;

  /** The number of attempts that have started. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  nextAttemptAt!: Date;

  /** The trace of the request that ended the session: W3C Trace Context. */
  @Column('text', { nullable: true })
  traceparent!: string | null;

  /** When the service gives up. */
  @Column('timestamptz')
  expiresAt!: Date;
}
