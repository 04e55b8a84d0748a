import { Module } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { DomainTransferPersistenceModule, ReceiptKeyPersistenceModule, ReceiptKeyRepository } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import { SETTINGS } from '../settings/settings.module.js';
import { DomainOriginService } from './domain-origin.service.js';

const createService = (keys: ReceiptKeyRepository, { MASTER_KEY }: ManagementSettings): ReceiptKeyService =>
  new ReceiptKeyService(keys, MASTER_KEY);

@Module({
  imports: [DomainTransferPersistenceModule, ReceiptKeyPersistenceModule],
  providers: [DomainOriginService, { provide: ReceiptKeyService, useFactory: createService, inject: [ReceiptKeyRepository, SETTINGS] }],
  exports: [DomainOriginService, ReceiptKeyService],
})
export class ReceiptKeyModule {}
