import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserImportJobRepository } from './user-import-job.repository.js';
import { UserImportLine } from './user-import-line.entity.js';
import { UserImport } from './user-import.entity.js';
import { UserImportRepository } from './user-import.repository.js';
import { UserTrialRepository } from './user-trial.repository.js';

const REPOSITORIES = [UserImportJobRepository, UserImportRepository, UserTrialRepository];

@Module({ imports: [TypeOrmModule.forFeature([UserImport, UserImportLine])], providers: REPOSITORIES, exports: REPOSITORIES })
export class UserImportPersistenceModule {}
