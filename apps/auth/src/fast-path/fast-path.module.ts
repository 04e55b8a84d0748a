import { Module } from '@nestjs/common';
import { ServedPersistenceModule, OidcPayloadPersistenceModule } from '@latchkey/persistence';
import { AccessTokenModule } from '../access-token/access-token.module.js';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { TokenQuotaModule } from '../token-quota/token-quota.module.js';
import { AccessTokenTemplateCache } from './access-token-template.cache.js';
import { DocumentHandler } from './document.handler.js';
import { FastPathGrantService } from './fast-path-grant.service.js';
import { FastPathRouter } from './fast-path.router.js';
import { FastPathService } from './fast-path.service.js';
import { ForwardAuthHandler } from './forward-auth/forward-auth.handler.js';
import { ForwardAuthService } from './forward-auth/forward-auth.service.js';
import { OriginalRequestService } from './forward-auth/original-request.service.js';
import { IssuedTokenRouter } from './issued-token.router.js';
import { IntrospectionHandler } from './issued/introspection.handler.js';
import { RevocationHandler } from './issued/revocation.handler.js';
import { TokenFormService } from './issued/token-form.service.js';
import { UserinfoHandler } from './issued/userinfo.handler.js';
import { RedeemableService } from './redemption/redeemable.service.js';
import { RedemptionService } from './redemption/redemption.service.js';
import { TokenBindingService } from './token-binding.service.js';
import { TokenHandler } from './token.handler.js';

@Module({
  imports: [
    ServedPersistenceModule,
    OidcPayloadPersistenceModule,
    AccessTokenModule,
    DomainModule,
    ClientModule,
    ClientAuthenticationModule,
    ProviderModule,
    TokenQuotaModule,
  ],
  providers: [
    FastPathRouter,
    IssuedTokenRouter,
    DocumentHandler,
    FastPathService,
    TokenHandler,
    UserinfoHandler,
    IntrospectionHandler,
    RevocationHandler,
    ForwardAuthHandler,
    ForwardAuthService,
    OriginalRequestService,
    FastPathGrantService,
    TokenFormService,
    RedeemableService,
    RedemptionService,
    TokenBindingService,
    AccessTokenTemplateCache,
  ],
  exports: [FastPathRouter],
})
export class FastPathModule {}
