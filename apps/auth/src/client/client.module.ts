import { Module } from '@nestjs/common';
import { ClientRecords } from './client-records.js';

@Module({ providers: [ClientRecords], exports: [ClientRecords] })
export class ClientModule {}
