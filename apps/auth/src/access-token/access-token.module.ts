import { Module } from '@nestjs/common';
import { ServedPersistenceModule } from '@latchkey/persistence';
import { ClientModule } from '../client/client.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { AccessTokenService } from './access-token.service.js';

@Module({
  imports: [ServedPersistenceModule, DomainModule, ClientModule],
  providers: [AccessTokenService],
  exports: [AccessTokenService],
})
export class AccessTokenModule {}
