import { Module } from '@nestjs/common';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { AssertionAuthenticationService } from './assertion/assertion-authentication.service.js';
import { AssertionClientService } from './assertion/assertion-client.service.js';
import { AssertionKeyService } from './assertion/assertion-key.service.js';
import { ClientAuthenticationService } from './client-authentication.service.js';

@Module({
  imports: [ClientModule, DomainModule],
  providers: [ClientAuthenticationService, AssertionAuthenticationService, AssertionClientService, AssertionKeyService],
  exports: [ClientAuthenticationService],
})
export class ClientAuthenticationModule {}
