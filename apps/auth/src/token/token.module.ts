import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { AccessTokenTemplateCache } from './access-token-template.cache.js';
import { TokenHandler } from './token.handler.js';

@Module({
  imports: [DomainModule, ClientModule, ProviderModule],
  providers: [TokenHandler, AccessTokenTemplateCache],
  exports: [TokenHandler],
})
export class TokenModule {}
