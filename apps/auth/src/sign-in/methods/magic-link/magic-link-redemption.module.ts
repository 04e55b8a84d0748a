import { Module } from '@nestjs/common';
import { UserPersistenceModule } from '@latchkey/persistence';
import { MagicLinkModule } from './magic-link.module.js';
import { AuthenticationMethodModule } from '../../../authentication-method/authentication-method.module.js';
import { PasskeyModule } from '../../../passkey/passkey.module.js';
import { CompletedFactorsModule } from '../../../completed-factors/completed-factors.module.js';
import { AuthorizationModule } from '../../../authorization/authorization.module.js';
import { RecoveryCodeModule } from '../../../recovery-code/recovery-code.module.js';
import { TotpModule } from '../../../totp/totp.module.js';
import { AuthenticatorAppEnrolmentService } from '../../state/authenticator-app-enrolment.service.js';
import { NewBrowserService } from '../../state/new-browser.service.js';
import { MagicLinkSignInService } from './magic-link-sign-in.service.js';
import { MagicLinkContextLoader } from './magic-link-context.loader.js';
import { MagicLinkController } from './magic-link.controller.js';
import { WelcomeAuthenticatorAppController } from './welcome/welcome-authenticator-app.controller.js';
import { WelcomeRecoveryCodeController } from './welcome/welcome-recovery-code.controller.js';
import { WelcomeController } from './welcome/welcome.controller.js';
import { WelcomeEnrolmentService } from './welcome/welcome-enrolment.service.js';
import { WelcomeContextLoader } from './welcome/welcome-context.loader.js';

/** Handles everything after the user opens a magic link. */
@Module({
  imports: [
    UserPersistenceModule,
    MagicLinkModule,
    AuthenticationMethodModule,
    PasskeyModule,
    CompletedFactorsModule,
    AuthorizationModule,
    RecoveryCodeModule,
    TotpModule,
  ],
  controllers: [MagicLinkController, WelcomeController, WelcomeAuthenticatorAppController, WelcomeRecoveryCodeController],
  providers: [
    MagicLinkContextLoader,
    MagicLinkSignInService,
    NewBrowserService,
    WelcomeContextLoader,
    WelcomeEnrolmentService,
    AuthenticatorAppEnrolmentService,
  ],
  exports: [MagicLinkContextLoader, MagicLinkSignInService],
})
export class MagicLinkRedemptionModule {}
