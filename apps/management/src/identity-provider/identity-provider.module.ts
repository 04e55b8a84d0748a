import { Module } from '@nestjs/common';
import { DomainPersistenceModule, IdentityProviderPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { IdentityProviderUrlService } from './identity-provider-url.service.js';
import { IdentityProviderCheckService } from './identity-provider-check.service.js';
import { IdentityProviderProvisioningService } from './identity-provider-provisioning.service.js';
import { IdentityProviderSecretService } from './identity-provider-secret.service.js';
import { IdentityProviderController } from './identity-provider.controller.js';
import { IdentityProviderService } from './identity-provider.service.js';

@Module({
  imports: [AuditLogModule, DomainPersistenceModule, IdentityProviderPersistenceModule, CurrentDomainModule],
  controllers: [IdentityProviderController],
  providers: [
    IdentityProviderService,
    IdentityProviderProvisioningService,
    IdentityProviderCheckService,
    IdentityProviderSecretService,
    IdentityProviderUrlService,
  ],
  exports: [IdentityProviderProvisioningService, IdentityProviderSecretService, IdentityProviderService],
})
export class IdentityProviderModule {}
