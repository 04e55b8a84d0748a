import { Module } from '@nestjs/common';
import {
  FederationPersistenceModule,
  ServedPersistenceModule,
  AuditLogPersistenceModule,
  OidcPayloadPersistenceModule,
  SignInProgressPersistenceModule,
  UserPersistenceModule,
} from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { CompletedFactorsModule } from '../completed-factors/completed-factors.module.js';
import { AssertedUserService } from './asserted-user.service.js';
import { FederatedSignInService } from './callback/federated-sign-in.service.js';
import { FederatedUserService } from './callback/federated-user.service.js';
import { FederatedSessionService } from './logout/federated-session.service.js';
import { UpstreamBackchannelLogoutController } from './logout/upstream-backchannel-logout.controller.js';
import { FederatedSessionTerminationService } from './logout/federated-session-termination.service.js';
import { PostLogoutRedirectService } from './logout/post-logout-redirect.service.js';
import { DiscoveryService } from './upstream/discovery.service.js';
import { UpstreamBackchannelLogoutService } from './logout/upstream-backchannel-logout.service.js';
import { RpInitiatedLogoutService } from './logout/rp-initiated-logout.service.js';
import { FederationCallbackService } from './callback/federation-callback.service.js';
import { PendingRequestService } from './callback/pending-request.service.js';
import { SamlCallbackService } from './saml/saml-callback.service.js';
import { SamlKeyService } from './saml/saml-key.service.js';
import { SamlRequestService } from './saml/saml-request.service.js';
import { SamlLogoutController } from './saml/saml-logout.controller.js';
import { SamlLogoutService } from './saml/saml-logout.service.js';
import { UpstreamLogoutUrlService } from './logout/upstream-logout-url.service.js';
import { SamlController } from './saml/saml.controller.js';
import { SamlMetadataService } from './saml/saml-metadata.service.js';
import { SamlMetadataController } from './saml/saml-metadata.controller.js';
import { FederationController } from './callback/federation.controller.js';
import { FederationAuditLogService } from './federation-audit-log.service.js';
import { FederationFailurePageService } from './federation-failure-page.service.js';
import { UpstreamAuthorizationService } from './authorize/upstream-authorization.service.js';
import { OfferedIdentityProviderService } from './offered-identity-provider.service.js';
import { CodeExchangeService } from './callback/code-exchange.service.js';
import { OAuth2ExchangeService } from './callback/oauth2-exchange.service.js';
import { UserinfoService } from './callback/userinfo.service.js';
import { UpstreamClientService } from './upstream/upstream-client.service.js';
import { JwksService } from './upstream/jwks.service.js';

@Module({
  imports: [
    FederationPersistenceModule,
    ServedPersistenceModule,
    AuditLogPersistenceModule,
    OidcPayloadPersistenceModule,
    SignInProgressPersistenceModule,
    UserPersistenceModule,
    DomainModule,
    CompletedFactorsModule,
  ],
  controllers: [FederationController, SamlController, SamlMetadataController, SamlLogoutController, UpstreamBackchannelLogoutController],
  providers: [
    AssertedUserService,
    OfferedIdentityProviderService,
    UpstreamClientService,
    JwksService,
    CodeExchangeService,
    UserinfoService,
    OAuth2ExchangeService,
    FederatedUserService,
    FederatedSignInService,
    FederationAuditLogService,
    FederationFailurePageService,
    UpstreamAuthorizationService,
    PendingRequestService,
    FederationCallbackService,
    SamlCallbackService,
    SamlKeyService,
    SamlMetadataService,
    SamlLogoutService,
    UpstreamLogoutUrlService,
    SamlRequestService,
    FederatedSessionService,
    FederatedSessionTerminationService,
    PostLogoutRedirectService,
    DiscoveryService,
    UpstreamBackchannelLogoutService,
    RpInitiatedLogoutService,
  ],
  exports: [
    AssertedUserService,
    OfferedIdentityProviderService,
    UpstreamAuthorizationService,
    FederationFailurePageService,
    FederatedSessionService,
    RpInitiatedLogoutService,
  ],
})
export class FederationModule {}
