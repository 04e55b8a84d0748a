import { Module } from '@nestjs/common';
import { DomainPersistenceModule, SigningKeyPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { SigningKeyPublisher } from './signing-key-publisher.service.js';
import { SigningKeyRevocationService } from './signing-key-revocation.service.js';
import { SigningKeyService } from './signing-key.service.js';

@Module({
  imports: [AuditLogModule, DomainPersistenceModule, SigningKeyPersistenceModule],
  providers: [SigningKeyPublisher, SigningKeyRevocationService, SigningKeyService],
  exports: [SigningKeyPublisher, SigningKeyRevocationService, SigningKeyService],
})
export class SigningKeyModule {}
