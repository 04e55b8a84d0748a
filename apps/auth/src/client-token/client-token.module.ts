import { Module } from '@nestjs/common';
import { AccessTokenModule } from '../access-token/access-token.module.js';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ClientTokenService } from './client-token.service.js';

/** The access tokens of clients that call the endpoints of their domain. */
@Module({
  imports: [AccessTokenModule, ClientAuthenticationModule, DomainModule, ProviderModule],
  providers: [ClientTokenService],
  exports: [ClientTokenService],
})
export class ClientTokenModule {}
