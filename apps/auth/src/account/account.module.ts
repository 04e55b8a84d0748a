import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  ClientPersistenceModule,
  CredentialPersistenceModule,
  UsedJtiPersistenceModule,
  UserPersistenceModule,
  ErasurePersistenceModule,
  OidcPayloadPersistenceModule,
  ServedPersistenceModule,
} from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { MessageModule } from '../message/message.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { PasskeyModule } from '../passkey/passkey.module.js';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { RecoveryCodeModule } from '../recovery-code/recovery-code.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { ClientModule } from '../client/client.module.js';
import { ClientAddressService } from '../domain/client-address.service.js';
import { DomainModule } from '../domain/domain.module.js';
import { ReceiptKeyModule } from '../domain/receipt-key.module.js';
import { AccountAgentController } from './account-agent.controller.js';
import { AccountAgentService } from './account-agent.service.js';
import { AccountAuthenticatorAppController } from './account-authenticator-app.controller.js';
import { AccountActivityController } from './account-activity.controller.js';
import { AccountActivityService } from './account-activity.service.js';
import { AccountApplicationController } from './account-application.controller.js';
import { AccountApplicationService } from './account-application.service.js';
import { AccountClientService } from './account-client.service.js';
import { AccountDataController } from './account-data.controller.js';
import { AccountDataService } from './account-data.service.js';
import { AccountErasureService } from './account-erasure.service.js';
import { AccountEmailController } from './email/account-email.controller.js';
import { AccountEmailUndoController } from './email/account-email-undo.controller.js';
import { EmailAddressService } from './email/email-address.service.js';
import { EmailChangeService } from './email/email-change.service.js';
import { EmailLinkService } from './email/email-link.service.js';
import { EmailMailService } from './email/email-mail.service.js';
import { EmailRateLimitService } from './email/email-rate-limit.service.js';
import { EmailUndoService } from './email/email-undo.service.js';
import { AccountLogService } from './account-log.service.js';
import { AccountProfileController } from './account-profile.controller.js';
import { AccountProfileService } from './account-profile.service.js';
import { AccountHolderService } from './account-holder.service.js';
import { AccountPageService } from './account-page.service.js';
import { AccountPasskeyController } from './account-passkey.controller.js';
import { AccountRecoveryCodeController } from './account-recovery-code.controller.js';
import { AccountSessionController } from './account-session.controller.js';
import { AccountSessionService } from './account-session.service.js';
import { AccountContextLoader } from './account-context.loader.js';
import { AccountController } from './account.controller.js';
import { HomeController } from './home.controller.js';

@Module({
  imports: [
    UsedJtiPersistenceModule,
    UserPersistenceModule,
    MessageModule,
    CredentialPersistenceModule,
    AuditLogPersistenceModule,
    ClientPersistenceModule,
    ErasurePersistenceModule,
    OidcPayloadPersistenceModule,
    ServedPersistenceModule,
    ReceiptKeyModule,
    UserChangeModule,
    ClientModule,
    DomainModule,
    FederationModule,
    AuthorizationModule,
    AuthenticationMethodModule,
    PasskeyModule,
    TotpModule,
    RecoveryCodeModule,
  ],
  controllers: [
    AccountController,
    AccountPasskeyController,
    AccountAuthenticatorAppController,
    AccountRecoveryCodeController,
    AccountSessionController,
    AccountAgentController,
    AccountDataController,
    AccountApplicationController,
    AccountActivityController,
    AccountProfileController,
    AccountEmailController,
    AccountEmailUndoController,
    HomeController,
  ],
  providers: [
    ClientAddressService,
    EmailAddressService,
    EmailChangeService,
    EmailLinkService,
    EmailMailService,
    EmailRateLimitService,
    EmailUndoService,
    AccountActivityService,
    AccountApplicationService,
    AccountClientService,
    AccountDataService,
    AccountErasureService,
    AccountAgentService,
    AccountHolderService,
    AccountLogService,
    AccountProfileService,
    AccountContextLoader,
    AccountPageService,
    AccountSessionService,
  ],
})
export class AccountModule {}
