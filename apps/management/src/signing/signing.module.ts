import { Module } from '@nestjs/common';
import { ClientPersistenceModule, DomainPersistenceModule, SigningKeyPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { ClientSigningController } from './client-signing.controller.js';
import { ClientSigningPart } from './client-signing.part.js';
import { ClientSigningService } from './client-signing.service.js';
import { DomainSigningController } from './domain-signing.controller.js';
import { DomainSigningService } from './domain-signing.service.js';

@Module({
  imports: [
    AuditLogModule,
    ClientPersistenceModule,
    DomainPersistenceModule,
    SigningKeyPersistenceModule,
    CurrentDomainModule,
    SigningKeyModule,
  ],
  controllers: [DomainSigningController, ClientSigningController],
  providers: [DomainSigningService, ClientSigningService, ClientSigningPart],
  exports: [DomainSigningService, ClientSigningPart],
})
export class SigningModule {}
