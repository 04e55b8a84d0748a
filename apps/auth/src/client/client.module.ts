import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { ClientRecords } from './client-records.js';
import { SecretUses } from './secret-uses.js';

@Module({ imports: [DomainModule], providers: [SecretUses, ClientRecords], exports: [ClientRecords, SecretUses] })
export class ClientModule {}
