import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DomainVerification } from './domain-verification.entity.js';
import { DomainVerificationRepository } from './domain-verification.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([DomainVerification])],
  providers: [DomainVerificationRepository],
  exports: [DomainVerificationRepository],
})
export class DomainVerificationPersistenceModule {}
