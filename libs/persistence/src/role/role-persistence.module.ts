import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientRoleRepository } from './client-role.repository.js';
import { ClientRole } from './client-role.entity.js';
import { RolePermission } from './role-permission.entity.js';
import { Role } from './role.entity.js';
import { RoleRepository } from './role.repository.js';
import { ScimGroupRepository } from './scim-group.repository.js';
import { UserRoleRepository } from './user-role.repository.js';
import { UserRole } from './user-role.entity.js';

const REPOSITORIES = [RoleRepository, ScimGroupRepository, UserRoleRepository, ClientRoleRepository];

@Module({
  imports: [TypeOrmModule.forFeature([Role, RolePermission, UserRole, ClientRole])],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class RolePersistenceModule {}
