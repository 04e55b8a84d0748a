import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule, SignUpPersistenceModule } from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { AuthorizationModule } from '../../authorization/authorization.module.js';
import { MagicLinkModule } from '../methods/magic-link/magic-link.module.js';
import { MagicLinkRedemptionModule } from '../methods/magic-link/magic-link-redemption.module.js';
import { AccountCreationService } from './account-creation.service.js';
import { SignUpContextLoader } from './sign-up-context.loader.js';
import { SignUpController } from './sign-up.controller.js';

/** Handles everything after the user opens the link of a sign-up. */
@Module({
  imports: [
    AuditLogPersistenceModule,
    SignUpPersistenceModule,
    AuthorizationModule,
    MagicLinkModule,
    MagicLinkRedemptionModule,
    UserChangeModule,
  ],
  controllers: [SignUpController],
  providers: [SignUpContextLoader, AccountCreationService],
})
export class SignUpModule {}
