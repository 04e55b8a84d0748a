import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { Adapters } from './adapters.js';
import { ProviderFactory } from './provider.factory.js';
import { ProviderGateway } from './provider.gateway.js';
import { ProviderPool } from './provider.pool.js';

@Module({
  imports: [DomainModule, ClientModule],
  providers: [Adapters, ProviderFactory, ProviderPool, ProviderGateway],
  exports: [ProviderGateway],
})
export class ProviderModule {}
