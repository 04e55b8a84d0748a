import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecoveryCode } from './recovery-code.entity.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([RecoveryCode])], providers: [RecoveryCodeRepository], exports: [RecoveryCodeRepository] })
export class RecoveryCodePersistenceModule {}
