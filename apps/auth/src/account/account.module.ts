import { Module } from '@nestjs/common';
import { FederationModule } from '../federation/federation.module.js';
import { MethodModule } from '../method/method.module.js';
import { PasskeyModule } from '../passkey/passkey.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { RecoveryCodeModule } from '../recovery-code/recovery-code.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { AccountAuthenticatorAppController } from './account-authenticator-app.controller.js';
import { AccountHolders } from './account-holders.js';
import { AccountPage } from './account-page.js';
import { AccountPasskeyController } from './account-passkey.controller.js';
import { AccountRecoveryCodeController } from './account-recovery-code.controller.js';
import { AccountSessionController } from './account-session.controller.js';
import { AccountSessions } from './account-sessions.js';
import { AccountVisits } from './account-visits.js';
import { AccountController } from './account.controller.js';

@Module({
  imports: [FederationModule, ProviderModule, MethodModule, PasskeyModule, TotpModule, RecoveryCodeModule],
  controllers: [
    AccountController,
    AccountPasskeyController,
    AccountAuthenticatorAppController,
    AccountRecoveryCodeController,
    AccountSessionController,
  ],
  providers: [AccountHolders, AccountVisits, AccountPage, AccountSessions],
})
export class AccountModule {}
