import { Module } from '@nestjs/common';
import { IdentityProviderPersistenceModule, UserInvitationPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { RoleModule } from '../role/role.module.js';
import { UserInvitationReferenceService } from './user-invitation-reference.service.js';
import { UserInvitationController } from './user-invitation.controller.js';
import { UserInvitationService } from './user-invitation.service.js';

@Module({
  imports: [AuditLogModule, CurrentDomainModule, IdentityProviderPersistenceModule, RoleModule, UserInvitationPersistenceModule],
  controllers: [UserInvitationController],
  providers: [UserInvitationReferenceService, UserInvitationService],
})
export class UserInvitationModule {}
