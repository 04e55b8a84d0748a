import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  CredentialPersistenceModule,
  OidcPayloadPersistenceModule,
  ServedPersistenceModule,
} from '@latchkey/persistence';
import { AccessTokenModule } from '../access-token/access-token.module.js';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { TokenQuotaModule } from '../token-quota/token-quota.module.js';
import { AccountService } from './accounts/account.service.js';
import { PendingPayloadService } from './adapters/pending-payload.service.js';
import { StorageAdapterFactory } from './adapters/storage-adapter.factory.js';
import { AuthorizationReadService } from './adapters/authorization-read.service.js';
import { DeviceAuditLogService } from './device-audit-log.service.js';
import { DpopNonceService } from './dpop/dpop-nonce.service.js';
import { DpopProofService } from './dpop/dpop-proof.service.js';
import { ProofOfPossessionService } from './dpop/proof-of-possession.service.js';
import { IdJagService } from './exchange/id-jag.service.js';
import { IdJagSubjectService } from './exchange/id-jag-subject.service.js';
import { TokenExchangeService } from './exchange/token-exchange.service.js';
import { AssertionGrantService } from './exchange/assertion-grant.service.js';
import { AssertionVerifierService } from './exchange/assertion-verifier.service.js';
import { RequestedBindingService } from './dpop/requested-binding.service.js';
import { FurtherGrantTypes } from './exchange/further-grant-types.js';
import { RequestVerifiers } from './overrides/request-verifiers.js';
import { ProviderEventsService } from './provider-events.service.js';
import { ProviderFactory } from './provider.factory.js';
import { ProviderPool } from './provider.pool.js';
import { RedirectUriAuditLogService } from './redirect-uri-audit-log.service.js';

@Module({
  imports: [
    ServedPersistenceModule,
    AuditLogPersistenceModule,
    CredentialPersistenceModule,
    OidcPayloadPersistenceModule,
    AccessTokenModule,
    DomainModule,
    ClientModule,
    ClientAuthenticationModule,
    FederationModule,
    TokenQuotaModule,
  ],
  providers: [
    AccountService,
    AuthorizationReadService,
    DeviceAuditLogService,
    StorageAdapterFactory,
    DpopNonceService,
    DpopProofService,
    ProofOfPossessionService,
    RequestVerifiers,
    PendingPayloadService,
    ProviderEventsService,
    ProviderFactory,
    AssertionGrantService,
    AssertionVerifierService,
    FurtherGrantTypes,
    IdJagService,
    IdJagSubjectService,
    RequestedBindingService,
    TokenExchangeService,
    RedirectUriAuditLogService,
    ProviderPool,
  ],
  exports: [AccountService, AuthorizationReadService, DeviceAuditLogService, DpopProofService, ProofOfPossessionService, ProviderPool],
})
export class ProviderModule {}
