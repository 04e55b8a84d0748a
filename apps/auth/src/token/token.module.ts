import { Module } from '@nestjs/common';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { AccessTokenTemplateCache } from './access-token-template.cache.js';
import { DpopProofService } from './dpop-proof.service.js';
import { FastPathGrantService } from './fast-path-grant.service.js';
import { TokenBindingService } from './token-binding.service.js';
import { TokenHandler } from './token.handler.js';

@Module({
  imports: [DomainModule, ClientModule, ClientAuthenticationModule, ProviderModule, UsageModule],
  providers: [TokenHandler, FastPathGrantService, TokenBindingService, DpopProofService, AccessTokenTemplateCache],
  exports: [TokenHandler, DpopProofService],
})
export class TokenModule {}
