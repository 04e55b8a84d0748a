import { Module } from '@nestjs/common';
import { DomainJobsService } from './domain-jobs.service.js';

@Module({ providers: [DomainJobsService], exports: [DomainJobsService] })
export class JobModule {}
