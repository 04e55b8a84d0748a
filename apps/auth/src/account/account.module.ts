import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  ClientPersistenceModule,
  CredentialPersistenceModule,
  ErasurePersistenceModule,
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
    HomeController,
  ],
  providers: [
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
