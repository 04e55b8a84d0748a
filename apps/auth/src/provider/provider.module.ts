import { Module } from '@nestjs/common';
import {
  CredentialPersistenceModule,
  ServedPersistenceModule,
  LogPersistenceModule,
  OidcPayloadPersistenceModule,
} from '@latchkey/persistence';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { ClientModule } from '../client/client.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { AccountService } from './accounts/account.service.js';
import { StorageAdapterFactory } from './adapters/storage-adapter.factory.js';
import { InteractionService } from './interaction/interaction.service.js';
import { ClientTokenService } from './client-token.service.js';
import { DpopNonceService } from './dpop/dpop-nonce.service.js';
import { DpopProofService } from './dpop/dpop-proof.service.js';
import { PendingPayloadService } from './adapters/pending-payload.service.js';
import { KnownBrowserService } from './interaction/known-browser.service.js';
import { ProviderEventsService } from './provider-events.service.js';
import { ProviderFactory } from './provider.factory.js';
import { DocumentHandler } from './documents/document.handler.js';
import { FastPathService } from './fast-path.service.js';
import { ProviderAnswerService } from './provider-answer.service.js';
import { ProviderGateway } from './provider.gateway.js';
import { ProviderPool } from './provider.pool.js';
import { RedirectUriLogService } from './redirect-uri-log.service.js';
import { ReadableRequestService } from './readable-request.service.js';
import { TokenVerifiers } from './dpop/token-verifiers.js';
import { SessionService } from './logout/session.service.js';

@Module({
  imports: [
    CredentialPersistenceModule,
    ServedPersistenceModule,
    LogPersistenceModule,
    OidcPayloadPersistenceModule,
    DomainModule,
    ClientModule,
    ClientAuthenticationModule,
    FederationModule,
    PagesModule,
    UsageModule,
  ],
  providers: [
    AccountService,
    StorageAdapterFactory,
    DpopNonceService,
    DpopProofService,
    TokenVerifiers,
    PendingPayloadService,
    ProviderEventsService,
    ProviderFactory,
    ReadableRequestService,
    RedirectUriLogService,
    ProviderPool,
    ProviderAnswerService,
    ProviderGateway,
    FastPathService,
    DocumentHandler,
    InteractionService,
    ClientTokenService,
    KnownBrowserService,
    SessionService,
  ],
  exports: [
    ClientTokenService,
    DocumentHandler,
    DpopProofService,
    FastPathService,
    ProviderGateway,
    InteractionService,
    KnownBrowserService,
    SessionService,
  ],
})
export class ProviderModule {}
