import { Module } from '@nestjs/common';
import { ClientRecords } from './client-records.js';
import { SecretUses } from './secret-uses.js';

@Module({ providers: [SecretUses, ClientRecords], exports: [ClientRecords, SecretUses] })
export class ClientModule {}
