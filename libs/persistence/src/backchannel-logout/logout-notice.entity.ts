import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { BackchannelLogout } from './backchannel-logout.entity.js';

/** That a session has ended, as one client is to be told. The row goes when the client has heard of it, or will not any more. */
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

  /** Whose session it was. They may be gone. */
  @Column('uuid')
  sub!: string;

  /** What the client knows the session by. */
  @Column('text', { nullable: true })
  sid!: string | null;

  /** Attempts that have begun. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  nextAttemptAt!: Date;

  /** From then on the client is not told any more. */
  @Column('timestamptz')
  expiresAt!: Date;
}
