import { Module } from '@nestjs/common';
import { MagicLinkModule } from '../../magic-link/magic-link.module.js';
import { MethodModule } from '../../method/method.module.js';
import { PasskeyModule } from '../../passkey/passkey.module.js';
import { ProgressModule } from '../../progress/progress.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { RecoveryCodeModule } from '../../recovery-code/recovery-code.module.js';
import { TotpModule } from '../../totp/totp.module.js';
import { NewAuthenticatorApp } from '../new-authenticator-app.js';
import { LinkSignIns } from './link-sign-ins.js';
import { LinkVisits } from './link-visits.js';
import { MagicLinkController } from './magic-link.controller.js';
import { WelcomeAuthenticatorAppController } from './welcome-authenticator-app.controller.js';
import { WelcomeRecoveryCodeController } from './welcome-recovery-code.controller.js';
import { WelcomeController } from './welcome.controller.js';
import { WelcomeOffers } from './welcome-offers.js';
import { WelcomeVisits } from './welcome-visits.js';

/** Everything that comes after a magic link was opened. */
@Module({
  imports: [MagicLinkModule, MethodModule, PasskeyModule, ProgressModule, ProviderModule, RecoveryCodeModule, TotpModule],
  controllers: [MagicLinkController, WelcomeController, WelcomeAuthenticatorAppController, WelcomeRecoveryCodeController],
  providers: [LinkVisits, LinkSignIns, WelcomeVisits, WelcomeOffers, NewAuthenticatorApp],
})
export class LinkRedemptionModule {}
