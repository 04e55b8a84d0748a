import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/**
 * The key that encrypts the personal data in the log entries about a user in one month. It is deleted with the user, or once the personal
 * data of its month must be erased.
 */
@Entity('log_key')
@Index('log_key_month', ['domainId', 'month'])
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'log_key_user', onDelete: 'CASCADE' })
export class AuditLogKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_key_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_key_pk' })
  sub!: string;

  /** The first day of the month in which its entries were written, in UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'log_key_pk' })
  month!: string;

  /** 32 bytes, encrypted with the master key and bound to domain and user. */
  @Column('bytea')
  encrypted!: Buffer;
}
