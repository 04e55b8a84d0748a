import { Module } from '@nestjs/common';
import { JobStatePersistenceModule } from '@latchkey/persistence';
import { DomainJobsService } from './domain-jobs.service.js';

@Module({ imports: [JobStatePersistenceModule], providers: [DomainJobsService], exports: [DomainJobsService] })
export class JobModule {}
