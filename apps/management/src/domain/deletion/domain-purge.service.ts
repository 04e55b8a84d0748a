import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { DomainDeletionRepository, type EndingDeletion } from '@latchkey/persistence';
import { AuditLogChainService } from '../../audit-log/chain/audit-log-chain.service.js';
import { ReceiptKeyService } from '@latchkey/receipt';
import { SETTINGS } from '../../settings/settings.module.js';
import { describeDeletion, RECEIPT_TYPE } from './deletion-receipt.js';

/** Removes the data of deleted domains, and signs a receipt of it. */
@Injectable()
export class DomainPurgeService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly deletions: DomainDeletionRepository,
    private readonly chain: AuditLogChainService,
    private readonly keys: ReceiptKeyService,
  ) {}

  /**
   * Deletes the rows of a domain in deletion. Its last log entries are chained first, so that the receipt covers them.
   *
   * @param signal stops between two batches, with its reason
   */
  async purge(domainId: string, signal: AbortSignal): Promise<void> {
    await this.chain.catchUp(domainId);
    await this.deletions.purge(domainId, (deletion) => this.createReceipt(deletion), signal);
  }

  private async createReceipt(deletion: EndingDeletion): Promise<string> {
    const sign = await this.keys.createSigner(RECEIPT_TYPE);
    return sign(describeDeletion(deletion, this.settings.MANAGEMENT_URL));
  }
}
