import { Module } from '@nestjs/common';
import { DomainPersistenceModule, IdentityProviderPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../audit-event/log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { IdentityProviderUrlService } from './identity-provider-url.service.js';
import { IdentityProviderCheckService } from './identity-provider-check.service.js';
import { IdentityProviderProvisioningService } from './identity-provider-provisioning.service.js';
import { IdentityProviderSecretService } from './identity-provider-secret.service.js';
import { IdentityProviderController } from './identity-provider.controller.js';
import { IdentityProviderService } from './identity-provider.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, IdentityProviderPersistenceModule, CurrentDomainModule],
  controllers: [IdentityProviderController],
  providers: [
    IdentityProviderService,
    IdentityProviderProvisioningService,
    IdentityProviderCheckService,
    IdentityProviderSecretService,
    IdentityProviderUrlService,
  ],
})
export class IdentityProviderModule {}
