import { Module } from '@nestjs/common';
import {
  BrandingPersistenceModule,
  DomainPersistenceModule,
  IdentityProviderPersistenceModule,
  MagicLinkPersistenceModule,
  MessagePersistenceModule,
  UserInvitationPersistenceModule,
} from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { UserInvitationMailService } from './user-invitation-mail.service.js';
import { UserInvitationStepService } from './user-invitation-step.service.js';
import { UserInvitationSweeper } from './user-invitation.sweeper.js';

/** Invites users in the background. */
@Module({
  imports: [
    AuditLogModule,
    BrandingPersistenceModule,
    CurrentDomainModule,
    DomainPersistenceModule,
    IdentityProviderPersistenceModule,
    MagicLinkPersistenceModule,
    MessagePersistenceModule,
    UserInvitationPersistenceModule,
  ],
  providers: [UserInvitationMailService, UserInvitationStepService, UserInvitationSweeper],
})
export class UserInvitationWorkerModule {}
