import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ClientCredentialsGrants } from './client-credentials-grants.js';
import { TokenHandler } from './token-handler.js';

@Module({
  imports: [DomainModule, ClientModule, ProviderModule],
  providers: [TokenHandler, ClientCredentialsGrants],
  exports: [TokenHandler],
})
export class TokenModule {}
