import { Module } from '@nestjs/common';
import { DomainPersistenceModule, SigningKeyPersistenceModule } from '@latchkey/persistence';
import { LogModule } from '../log/log.module.js';
import { SigningKeyService } from './signing-key.service.js';

@Module({
  imports: [LogModule, DomainPersistenceModule, SigningKeyPersistenceModule],
  providers: [SigningKeyService],
  exports: [SigningKeyService],
})
export class SigningKeyModule {}
