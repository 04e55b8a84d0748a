import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserInvitationRecipient } from './user-invitation-recipient.entity.js';
import { UserInvitationStepRepository } from './user-invitation-step.repository.js';
import { UserInvitation } from './user-invitation.entity.js';
import { UserInvitationRepository } from './user-invitation.repository.js';

const REPOSITORIES = [UserInvitationRepository, UserInvitationStepRepository];

@Module({
  imports: [TypeOrmModule.forFeature([UserInvitation, UserInvitationRecipient])],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class UserInvitationPersistenceModule {}
