import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  MagicLinkPersistenceModule,
  OidcPayloadPersistenceModule,
  PasskeyPersistenceModule,
  SignInProgressPersistenceModule,
  UserPersistenceModule,
} from '@latchkey/persistence';
import { ClientAddressService } from '../../../domain/client-address.service.js';
import { MessageModule } from '../../../message/message.module.js';
import { AuthenticationMethodModule } from '../../../authentication-method/authentication-method.module.js';
import { AuthorizationModule } from '../../../authorization/authorization.module.js';
import { ProviderModule } from '../../../provider/provider.module.js';
import { UsageModule } from '../../../usage/usage.module.js';
import { MagicLinkRateLimitService } from './magic-link-rate-limit.service.js';
import { MagicLinkAuditLogService } from './magic-link-audit-log.service.js';
import { LinkedAuthorizationRequestService } from './linked-authorization-request.service.js';
import { MagicLinkRedemptionService } from './magic-link-redemption.service.js';
import { MagicLinkIssuanceService } from './magic-link-issuance.service.js';
import { PasskeyResetService } from './passkey-reset.service.js';
import { RedeemedLinkService } from './redeemed-link.service.js';
import { MagicLinkRequestService } from './magic-link-request.service.js';

@Module({
  imports: [
    AuditLogPersistenceModule,
    MagicLinkPersistenceModule,
    OidcPayloadPersistenceModule,
    PasskeyPersistenceModule,
    SignInProgressPersistenceModule,
    UserPersistenceModule,
    MessageModule,
    AuthenticationMethodModule,
    AuthorizationModule,
    ProviderModule,
    UsageModule,
  ],
  providers: [
    ClientAddressService,
    MagicLinkRateLimitService,
    MagicLinkAuditLogService,
    LinkedAuthorizationRequestService,
    MagicLinkRedemptionService,
    MagicLinkIssuanceService,
    MagicLinkRequestService,
    PasskeyResetService,
    RedeemedLinkService,
  ],
  exports: [
    MagicLinkPersistenceModule,
    MagicLinkAuditLogService,
    MagicLinkIssuanceService,
    MagicLinkRateLimitService,
    ClientAddressService,
    LinkedAuthorizationRequestService,
    MagicLinkRedemptionService,
    MagicLinkRequestService,
    RedeemedLinkService,
  ],
})
export class MagicLinkModule {}
