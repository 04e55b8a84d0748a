import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Resource } from '../resource/resource.entity.js';
import { Role } from './role.entity.js';

/** What a role permits at a resource. */
@Entity()
@Index('role_permission_of', ['domainId', 'resourceId'])
@ForeignKey(() => Role, ['domainId', 'role'], ['domainId', 'role'], { name: 'role_permission_role', onDelete: 'CASCADE' })
@ForeignKey(() => Resource, ['domainId', 'resourceId'], ['domainId', 'resourceId'], {
  name: 'role_permission_resource',
  onDelete: 'CASCADE',
})
export class RolePermission {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'role_permission_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'role_permission_pk' })
  role!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'role_permission_pk' })
  resourceId!: string;

  @Column('text', { array: true })
  scopes!: string[];
}
