import { Module } from '@nestjs/common';
import { DomainPersistenceModule, SigningKeyPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { SigningKeyPublisher } from './signing-key-publisher.service.js';
import { SigningKeyService } from './signing-key.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, SigningKeyPersistenceModule],
  providers: [SigningKeyPublisher, SigningKeyService],
  exports: [SigningKeyPublisher, SigningKeyService],
})
export class SigningKeyModule {}
