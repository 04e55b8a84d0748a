import { Module } from '@nestjs/common';
import { SafeFetchClient } from '@latchkey/outgoing';
import { AuditLogPersistenceModule, ServedPersistenceModule } from '@latchkey/persistence';
import { DomainCacheRegistry } from '../cache/domain-cache.registry.js';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { AssertionAuthenticationService } from './assertion/assertion-authentication.service.js';
import { AssertionClientService } from './assertion/assertion-client.service.js';
import { CertificateAuthenticationService } from './certificate/certificate-authentication.service.js';
import { ClientCertificateService } from './certificate/client-certificate.service.js';
import { ClientKeyService } from './keys/client-key.service.js';
import { RemoteKeyService } from './keys/remote-key.service.js';
import { SecretAuthenticationService } from './secret/secret-authentication.service.js';
import { ClientLookupService } from './client-lookup.service.js';
import { ClientAuthenticationAuditLogService } from './client-authentication-audit-log.service.js';
import { ClientAuthenticationService } from './client-authentication.service.js';

@Module({
  imports: [ServedPersistenceModule, AuditLogPersistenceModule, ClientModule, DomainModule],
  providers: [
    ClientAuthenticationService,
    ClientAuthenticationAuditLogService,
    AssertionAuthenticationService,
    AssertionClientService,
    CertificateAuthenticationService,
    SecretAuthenticationService,
    ClientCertificateService,
    ClientLookupService,
    ClientKeyService,
    {
      provide: RemoteKeyService,
      useFactory: (client: SafeFetchClient, caches: DomainCacheRegistry) => new RemoteKeyService(client, caches),
      inject: [SafeFetchClient, DomainCacheRegistry],
    },
  ],
  exports: [ClientAuthenticationService, ClientCertificateService, ClientKeyService],
})
export class ClientAuthenticationModule {}
