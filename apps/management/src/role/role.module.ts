import { Module } from '@nestjs/common';
import { RolePersistenceModule } from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { ResourceModule } from '../resource/resource.module.js';
import { RoleReferenceService } from './role-reference.service.js';
import { RoleController } from './role.controller.js';
import { RoleService } from './role.service.js';
import { UserRoleController } from './user-role.controller.js';
import { UserRoleService } from './user-role.service.js';

@Module({
  imports: [AuditLogModule, RolePersistenceModule, UserChangeModule, CurrentDomainModule, ResourceModule],
  controllers: [RoleController, UserRoleController],
  providers: [RoleService, RoleReferenceService, UserRoleService],
  exports: [RoleReferenceService, RoleService, UserRoleService],
})
export class RoleModule {}
