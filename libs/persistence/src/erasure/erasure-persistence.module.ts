import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserErasure } from './user-erasure.entity.js';
import { UserErasureRepository } from './user-erasure.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([UserErasure])], providers: [UserErasureRepository], exports: [UserErasureRepository] })
export class ErasurePersistenceModule {}
