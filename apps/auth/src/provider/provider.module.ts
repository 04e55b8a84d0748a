import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { Accounts } from './accounts.js';
import { Adapters } from './adapters.js';
import { Interactions } from './interactions.js';
import { PendingRecords } from './pending-records.js';
import { KnownBrowsers } from './known-browsers.js';
import { ProviderFactory } from './provider.factory.js';
import { ProviderGateway } from './provider.gateway.js';
import { ProviderPool } from './provider.pool.js';
import { Sessions } from './sessions.js';

@Module({
  imports: [DomainModule, ClientModule, FederationModule],
  providers: [Accounts, Adapters, PendingRecords, ProviderFactory, ProviderPool, ProviderGateway, Interactions, KnownBrowsers, Sessions],
  exports: [ProviderGateway, Interactions, KnownBrowsers, Sessions],
})
export class ProviderModule {}
