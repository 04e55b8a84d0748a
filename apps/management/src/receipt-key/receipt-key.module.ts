import { Module } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { ReceiptKeyPersistenceModule, ReceiptKeyRepository } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { SETTINGS } from '../settings/settings.module.js';

const createService = (keys: ReceiptKeyRepository, { MASTER_KEY }: ManagementSettings): ReceiptKeyService =>
  new ReceiptKeyService(keys, MASTER_KEY);

@Module({
  imports: [ReceiptKeyPersistenceModule],
  providers: [{ provide: ReceiptKeyService, useFactory: createService, inject: [ReceiptKeyRepository, SETTINGS] }],
  exports: [ReceiptKeyService],
})
export class ReceiptKeyModule {}
