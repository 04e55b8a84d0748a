import { Module } from '@nestjs/common';
import { ClientAddresses } from '../domain/client-addresses.js';
import { MessageModule } from '../message/message.module.js';
import { MethodModule } from '../method/method.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { LinkLimits } from './link-limits.js';
import { LinkLog } from './link-log.js';
import { LinkOrigins } from './link-origins.js';
import { LinkRedemption } from './link-redemption.js';
import { LinkStore } from './link-store.js';
import { PasskeyReset } from './passkey-reset.js';
import { RedeemedLinks } from './redeemed-links.js';
import { MagicLinks } from './magic-links.js';

@Module({
  imports: [MessageModule, MethodModule, ProviderModule],
  providers: [ClientAddresses, LinkLimits, LinkLog, LinkOrigins, LinkRedemption, LinkStore, MagicLinks, PasskeyReset, RedeemedLinks],
  exports: [ClientAddresses, LinkOrigins, LinkRedemption, MagicLinks, RedeemedLinks],
})
export class MagicLinkModule {}
