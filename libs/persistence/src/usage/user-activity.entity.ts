import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The last day on which a user was active. It shows whether the user has been counted today; earlier days are not kept. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'user_activity_user', onDelete: 'CASCADE' })
export class UserActivity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_activity_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_activity_pk' })
  sub!: string;

  /** In UTC. */
  @Column('date')
  lastActiveOn!: string;
}
