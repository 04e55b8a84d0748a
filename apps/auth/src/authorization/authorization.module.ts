import { Module } from '@nestjs/common';
import { CredentialPersistenceModule, OidcPayloadPersistenceModule } from '@latchkey/persistence';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { DeviceAuthorizationService } from './device-authorization.service.js';
import { InteractionService } from './interaction.service.js';
import { KnownBrowserService } from './known-browser.service.js';
import { ProviderAnswerService } from './provider-answer.service.js';
import { ProviderGateway } from './provider.gateway.js';
import { ReadableRequestService } from './readable-request.service.js';
import { SessionService } from './session.service.js';

/** Connects pages and the HTTP server to the oidc-provider of each domain. */
@Module({
  imports: [
    CredentialPersistenceModule,
    OidcPayloadPersistenceModule,
    DomainModule,
    ClientAuthenticationModule,
    FederationModule,
    PagesModule,
    ProviderModule,
  ],
  providers: [
    DeviceAuthorizationService,
    InteractionService,
    KnownBrowserService,
    ProviderAnswerService,
    ProviderGateway,
    ReadableRequestService,
    SessionService,
  ],
  exports: [DeviceAuthorizationService, InteractionService, KnownBrowserService, ProviderGateway, SessionService],
})
export class AuthorizationModule {}
