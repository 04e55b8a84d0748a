import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobState } from './job-state.entity.js';
import { JobStateRepository } from './job-state.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([JobState])], providers: [JobStateRepository], exports: [JobStateRepository] })
export class JobStatePersistenceModule {}
