import { Module } from '@nestjs/common';
import { ReceiptKeyPersistenceModule } from '@latchkey/persistence';
import { ReceiptKeyService } from './receipt-key.service.js';

@Module({ imports: [ReceiptKeyPersistenceModule], providers: [ReceiptKeyService], exports: [ReceiptKeyService] })
export class ReceiptKeyModule {}
