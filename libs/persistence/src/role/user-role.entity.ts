import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';
import { Role } from './role.entity.js';

@Entity()
@Index('user_role_of', ['domainId', 'role'])
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'user_role_user', onDelete: 'CASCADE' })
@ForeignKey(() => Role, ['domainId', 'role'], ['domainId', 'role'], { name: 'user_role_role', onDelete: 'CASCADE' })
export class UserRole {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_role_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_role_pk' })
  sub!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'user_role_pk' })
  role!: string;
}
