import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderAddresses } from './provider-addresses.js';
import { ProviderCheckService } from './provider-check.service.js';
import { ProviderProvisioningService } from './provider-provisioning.service.js';
import { ProviderSecrets } from './provider-secrets.js';
import { ProviderController } from './provider.controller.js';
import { ProviderService } from './provider.service.js';

@Module({
  imports: [DomainModule],
  controllers: [ProviderController],
  providers: [ProviderService, ProviderProvisioningService, ProviderCheckService, ProviderSecrets, ProviderAddresses],
})
export class ProviderModule {}
