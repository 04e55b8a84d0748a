import { Module } from '@nestjs/common';
import { BrandingPersistenceModule, MessagePersistenceModule, SignUpPersistenceModule, UserPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { RoleModule } from '../role/role.module.js';
import { InvitationMailService } from './invitation-mail.service.js';
import { InvitationController } from './invitation.controller.js';
import { InvitationService } from './invitation.service.js';

@Module({
  imports: [
    BrandingPersistenceModule,
    MessagePersistenceModule,
    SignUpPersistenceModule,
    UserPersistenceModule,
    AuditLogModule,
    CurrentDomainModule,
    RoleModule,
  ],
  controllers: [InvitationController],
  providers: [InvitationMailService, InvitationService],
})
export class InvitationModule {}
