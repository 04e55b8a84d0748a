import { Module } from '@nestjs/common';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { DomainController } from './domain.controller.js';
import { DomainRegistrationService } from './domain-registration.service.js';
import { DomainService } from './domain.service.js';

@Module({
  imports: [SigningKeyModule],
  controllers: [DomainController],
  providers: [DomainService, DomainRegistrationService],
  exports: [DomainService],
})
export class DomainModule {}
