import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The key that encrypts the personal data in the log entries about a user. It is deleted with the user, which erases those. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'log_key_user', onDelete: 'CASCADE' })
export class LogKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_key_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_key_pk' })
  sub!: string;

  /** 32 bytes, encrypted by the master key with domain and user bound in. */
  @Column('bytea')
  encrypted!: Buffer;
}
