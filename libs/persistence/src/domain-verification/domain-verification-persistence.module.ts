import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Verification } from './domain-verification.entity.js';
import { DomainVerificationRepository } from './domain-verification.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([Verification])],
  providers: [DomainVerificationRepository],
  exports: [DomainVerificationRepository],
})
export class DomainVerificationPersistenceModule {}
