import { Module } from '@nestjs/common';
import { NameCheckService } from './name-check.service.js';
import { DomainVerificationLimitService } from './domain-verification-limit.service.js';
import { DomainVerificationService } from './domain-verification.service.js';

@Module({
  providers: [NameCheckService, DomainVerificationLimitService, DomainVerificationService],
  exports: [DomainVerificationLimitService, DomainVerificationService],
})
export class DomainVerificationModule {}
