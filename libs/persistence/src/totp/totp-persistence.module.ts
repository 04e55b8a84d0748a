import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Totp } from './totp.entity.js';
import { TotpRepository } from './totp.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([Totp])], providers: [TotpRepository], exports: [TotpRepository] })
export class TotpPersistenceModule {}
