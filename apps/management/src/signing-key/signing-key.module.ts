import { Module } from '@nestjs/common';
import { DomainPersistenceModule, SigningKeyPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../audit-event/log.module.js';
import { SigningKeyPublisher } from './signing-key-publisher.service.js';
import { SigningKeyRevocationService } from './signing-key-revocation.service.js';
import { SigningKeyService } from './signing-key.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, SigningKeyPersistenceModule],
  providers: [SigningKeyPublisher, SigningKeyRevocationService, SigningKeyService],
  exports: [SigningKeyPublisher, SigningKeyRevocationService, SigningKeyService],
})
export class SigningKeyModule {}
