import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReceiptKey } from './receipt-key.entity.js';
import { ReceiptKeyRepository } from './receipt-key.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([ReceiptKey])], providers: [ReceiptKeyRepository], exports: [ReceiptKeyRepository] })
export class ReceiptKeyPersistenceModule {}
