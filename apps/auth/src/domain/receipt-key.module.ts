import { Module } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { ReceiptKeyPersistenceModule, ReceiptKeyRepository } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { SETTINGS } from '../settings/settings.module.js';

const createService = (keys: ReceiptKeyRepository, { MASTER_KEY }: AuthSettings): ReceiptKeyService =>
  new ReceiptKeyService(keys, MASTER_KEY);

/** The keys that sign receipts of erased users. */
@Module({
  imports: [ReceiptKeyPersistenceModule],
  providers: [{ provide: ReceiptKeyService, useFactory: createService, inject: [ReceiptKeyRepository, SETTINGS] }],
  exports: [ReceiptKeyService],
})
export class ReceiptKeyModule {}
