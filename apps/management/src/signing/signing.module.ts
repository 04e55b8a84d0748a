import { Module } from '@nestjs/common';
import { ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { LogModule } from '../log/log.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { ClientSigningController } from './client-signing.controller.js';
import { ClientSigningService } from './client-signing.service.js';
import { DomainSigningController } from './domain-signing.controller.js';
import { DomainSigningService } from './domain-signing.service.js';

@Module({
  imports: [LogModule, ClientPersistenceModule, DomainPersistenceModule, DomainModule, SigningKeyModule],
  controllers: [DomainSigningController, ClientSigningController],
  providers: [DomainSigningService, ClientSigningService],
})
export class SigningModule {}
