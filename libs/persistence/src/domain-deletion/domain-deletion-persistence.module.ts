import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DomainDeletion } from './domain-deletion.entity.js';
import { DomainDeletionRepository } from './domain-deletion.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([DomainDeletion])],
  providers: [DomainDeletionRepository],
  exports: [DomainDeletionRepository],
})
export class DomainDeletionPersistenceModule {}
