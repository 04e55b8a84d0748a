import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsedJti } from './used-jti.entity.js';
import { UsedJtiRepository } from './used-jti.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([UsedJti])], providers: [UsedJtiRepository], exports: [UsedJtiRepository] })
export class UsedJtiPersistenceModule {}
