import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DomainExportRepository } from './domain-export.repository.js';
import { DomainImportRepository } from './domain-import.repository.js';
import { DomainOrigin } from './domain-origin.entity.js';
import { DomainOriginRepository } from './domain-origin.repository.js';

const REPOSITORIES = [DomainExportRepository, DomainImportRepository, DomainOriginRepository];

@Module({ imports: [TypeOrmModule.forFeature([DomainOrigin])], providers: REPOSITORIES, exports: REPOSITORIES })
export class DomainTransferPersistenceModule {}
