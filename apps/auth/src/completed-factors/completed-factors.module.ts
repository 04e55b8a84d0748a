import { Module } from '@nestjs/common';
import { CompletedFactorsService } from './completed-factors.service.js';

@Module({ providers: [CompletedFactorsService], exports: [CompletedFactorsService] })
export class CompletedFactorsModule {}
