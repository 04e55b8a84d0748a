import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  ClientPersistenceModule,
  CredentialPersistenceModule,
  ErasurePersistenceModule,
  OidcPayloadPersistenceModule,
} from '@latchkey/persistence';
import { UserChangeModule } from '@latchkey/user';
import { FederationModule } from '../federation/federation.module.js';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { PasskeyModule } from '../passkey/passkey.module.js';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { RecoveryCodeModule } from '../recovery-code/recovery-code.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { ClientModule } from '../client/client.module.js';
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
    CredentialPersistenceModule,
    AuditLogPersistenceModule,
    ClientPersistenceModule,
    ErasurePersistenceModule,
    OidcPayloadPersistenceModule,
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
    HomeController,
  ],
  providers: [
    AccountActivityService,
    AccountApplicationService,
    AccountClientService,
    AccountDataService,
    AccountErasureService,
    AccountAgentService,
    AccountHolderService,
    AccountContextLoader,
    AccountPageService,
    AccountSessionService,
  ],
})
export class AccountModule {}
