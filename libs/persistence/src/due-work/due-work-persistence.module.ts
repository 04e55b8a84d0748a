import { Module } from '@nestjs/common';
import { DueWorkRepository } from './due-work.repository.js';

@Module({ providers: [DueWorkRepository], exports: [DueWorkRepository] })
export class DueWorkPersistenceModule {}
