import { Module } from '@nestjs/common';
import { JobModule } from '../job/job.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { VerificationModule } from '../verification/verification.module.js';
import { CustomDomainService } from './custom-domain.service.js';
import { DomainDetailsService } from './domain-details.service.js';
import { DomainVerificationController } from './domain-verification.controller.js';
import { DomainController } from './domain.controller.js';
import { DomainRegistrationService } from './domain-registration.service.js';
import { DomainService } from './domain.service.js';

@Module({
  imports: [VerificationModule, SigningKeyModule, JobModule],
  controllers: [DomainController, DomainVerificationController],
  providers: [DomainService, DomainRegistrationService, CustomDomainService, DomainDetailsService],
  exports: [DomainService],
})
export class DomainModule {}
