import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule, ClientPersistenceModule, ClientRegistrationPersistenceModule } from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationLimitService } from './registration-limit.service.js';
import { RegistrationService } from './registration.service.js';

/** Clients that register themselves, where a domain permits it. */
@Module({
  imports: [AuditLogPersistenceModule, ClientPersistenceModule, ClientRegistrationPersistenceModule, DomainModule],
  controllers: [RegistrationController],
  providers: [RegistrationLimitService, RegistrationService],
})
export class ClientRegistrationModule {}
