import { Module } from '@nestjs/common';
import { ClientRegistrationPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { ResourceModule } from '../resource/resource.module.js';
import { ClientRegistrationController } from './client-registration.controller.js';
import { ClientRegistrationService } from './client-registration.service.js';
import { InitialAccessTokenController } from './initial-access-token.controller.js';
import { InitialAccessTokenService } from './initial-access-token.service.js';

@Module({
  imports: [AuditLogModule, ClientRegistrationPersistenceModule, CurrentDomainModule, ResourceModule],
  controllers: [ClientRegistrationController, InitialAccessTokenController],
  providers: [ClientRegistrationService, InitialAccessTokenService],
  exports: [ClientRegistrationService],
})
export class ClientRegistrationModule {}
