import { Module } from '@nestjs/common';
import { MagicLinkModule } from '../../magic-link/magic-link.module.js';
import { MethodModule } from '../../method/method.module.js';
import { PasskeyModule } from '../../passkey/passkey.module.js';
import { ProgressModule } from '../../progress/progress.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { LinkSignIns } from './link-sign-ins.js';
import { LinkVisits } from './link-visits.js';
import { MagicLinkController } from './magic-link.controller.js';
import { WelcomeController } from './welcome.controller.js';
import { WelcomeVisits } from './welcome-visits.js';

/** Everything that comes after a magic link was opened. */
@Module({
  imports: [MagicLinkModule, MethodModule, PasskeyModule, ProgressModule, ProviderModule],
  controllers: [MagicLinkController, WelcomeController],
  providers: [LinkVisits, LinkSignIns, WelcomeVisits],
})
export class LinkRedemptionModule {}
