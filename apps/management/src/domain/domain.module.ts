import { Module } from '@nestjs/common';
import { JobModule } from '../job/job.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { DomainController } from './domain.controller.js';
import { DomainRegistrationService } from './domain-registration.service.js';
import { DomainService } from './domain.service.js';

@Module({
  imports: [SigningKeyModule, JobModule],
  controllers: [DomainController],
  providers: [DomainService, DomainRegistrationService],
  exports: [DomainService],
})
export class DomainModule {}
